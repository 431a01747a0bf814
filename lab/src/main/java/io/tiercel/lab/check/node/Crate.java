package io.tiercel.lab.check.node;

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
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The owner of collections whose elements come, go, and move on to other owners.
@Entity
@Cacheable
@Table(name = "crate")
public class Crate {
  @Id private int id;

  @OneToMany(mappedBy = "crate")
  private Set<Thing> things = new HashSet<>();

  /// The same, in an order that changes with the elements.
  @OneToMany(mappedBy = "crate")
  @OrderBy("price, id")
  private List<Thing> cheapestFirst = new ArrayList<>();

  /// Nothing in a piece tells where it is.
  @OneToMany
  @JoinColumn(name = "crate_id")
  private Set<Piece> pieces = new HashSet<>();

  @ManyToMany
  @JoinTable(
      name = "crate_label",
      joinColumns = @JoinColumn(name = "crate_id"),
      inverseJoinColumns = @JoinColumn(name = "label_id"))
  private Set<Label> labels = new HashSet<>();

  @ElementCollection
  @CollectionTable(name = "crate_word", joinColumns = @JoinColumn(name = "crate_id"))
  @Column(name = "word", nullable = false)
  private Set<String> words = new HashSet<>();

  /// For the provider.
  protected Crate() {}

  List<String> things() {
    return things.stream().map(Thing::state).sorted().toList();
  }

  List<String> cheapestFirst() {
    return cheapestFirst.stream().map(Thing::state).toList();
  }

  List<String> pieces() {
    return pieces.stream().map(Piece::name).sorted().toList();
  }

  List<String> labels() {
    return labels.stream().map(Label::name).sorted().toList();
  }

  List<String> words() {
    return words.stream().sorted().toList();
  }

  /// Adds what is not in it, takes away what is.
  void turn(Label label) {
    if (!labels.remove(label)) {
      labels.add(label);
    }
  }

  void turn(Piece piece) {
    if (!pieces.remove(piece)) {
      pieces.add(piece);
    }
  }

  void turn(String word) {
    if (!words.remove(word)) {
      words.add(word);
    }
  }

  int id() {
    return id;
  }
}
