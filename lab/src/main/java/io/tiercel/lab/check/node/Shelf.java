package io.tiercel.lab.check.node;

import io.tiercel.lab.check.history.Part;
import jakarta.persistence.Cacheable;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/// The owner of collections that only grow: each element has a place and a token, so the elements
/// in the order of their places name all writes that the collection has seen, as the row of an
/// [Item] does. Who adds one holds the lock of the owner's row.
@Entity
@Cacheable
@Table(name = "shelf")
public class Shelf {
  /// The shelf that lines stand on until they are moved to where they count.
  static final int SPARE = 0;

  private static final int DIGITS_OF_PLACE = 5;

  @Id private int id;

  @OneToMany(mappedBy = "shelf")
  private Set<Line> lines = new HashSet<>();

  @ManyToMany
  @JoinTable(
      name = "shelf_tag",
      joinColumns = @JoinColumn(name = "shelf_id"),
      inverseJoinColumns = @JoinColumn(name = "tag_id"))
  private Set<Tag> tags = new HashSet<>();

  @ElementCollection
  @CollectionTable(name = "shelf_mark", joinColumns = @JoinColumn(name = "shelf_id"))
  @Column(name = "mark", nullable = false)
  private Set<String> marks = new HashSet<>();

  /// For the provider.
  protected Shelf() {}

  /// The tokens of what the collection holds.
  String log(Part part) {
    return switch (part) {
      case LINES ->
          lines.stream()
              .sorted(Comparator.comparingInt(Line::place))
              .map(line -> line.tokenOn(this))
              .collect(Collectors.joining());
      case TAGS ->
          tags.stream()
              .sorted(Comparator.comparingInt(Tag::place))
              .map(Tag::token)
              .collect(Collectors.joining());
      case MARKS ->
          marks.stream()
              .sorted()
              .map(mark -> mark.substring(DIGITS_OF_PLACE))
              .collect(Collectors.joining());
      case ROW, COIN -> throw new IllegalArgumentException("a shelf has no " + part);
    };
  }

  /// For the next line.
  int nextPlace() {
    return lines.size() + 1;
  }

  /// Adds one with that token.
  ///
  /// @param tag is managed from now on
  void add(Tag tag) {
    tag.placed(tags.size() + 1);
    tags.add(tag);
  }

  /// As a value.
  void mark(String token) {
    marks.add("%05d%s".formatted(marks.size() + 1, token));
  }
}
