package io.tiercel.jpa;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;

/// Classes that `shelves.xml` maps: without annotations, and with such as the file overrides.
@NullUnmarked // fields are filled by the provider
final class Shelves {
  private Shelves() {}

  static class Furniture {
    Long id;
    int version;

    Long getId() {
      return id;
    }
  }

  enum Wood {
    OAK,
    PINE
  }

  // What annotations say does not count: the file is complete.
  @Table(name = "not_this_one")
  static class Shelf extends Furniture {
    String label;

    @Column(name = "not_this_one")
    int width;

    Wood wood;
    Place place;
    List<Book> books = new ArrayList<>();
    int updates;
    String unmentioned;

    void count() {
      updates++;
    }
  }

  static class Place {
    String room;
    Character wall;
  }

  /// Walls are stored as numbers.
  static class WallConverter implements AttributeConverter<Character, Integer> {
    @Override
    public Integer convertToDatabaseColumn(Character wall) {
      return (int) wall;
    }

    @Override
    public Character convertToEntityAttribute(Integer number) {
      return (char) number.intValue();
    }
  }

  /// The file completes its annotations.
  @Entity(name = "Book")
  @Table(name = "library_book")
  @NamedQuery(name = "Book.all", query = "select b from Book b")
  static class Book {
    @Id String isbn;

    @Column(name = "not_this_one")
    String title;

    @Column(name = "page_count")
    int pages;

    Shelf shelf;
  }

  /// A default listener.
  /// Its method is what the file names in the class below it.
  static class Notes {
    static final List<Object> NOTED = new ArrayList<>();

    void note(Object entity) {
      NOTED.add(entity);
    }
  }

  static class Journal extends Notes {}

  record TrunkId(String room, int number) {}

  /// Mapped by properties, but for its weight; the annotations do not count.
  @Table(name = "not_this_one")
  static class Trunk {
    @Id private String room;
    private int number;
    int weight;
    private Set<String> labels = new HashSet<>();
    private Set<Trunk> neighbours = new HashSet<>();

    String getRoom() {
      return room;
    }

    void setRoom(String room) {
      this.room = room;
    }

    int getNumber() {
      return number;
    }

    void setNumber(int number) {
      this.number = number;
    }

    Set<String> getLabels() {
      return labels;
    }

    void setLabels(Set<String> labels) {
      this.labels = labels;
    }

    Set<Trunk> getNeighbours() {
      return neighbours;
    }

    void setNeighbours(Set<Trunk> neighbours) {
      this.neighbours = neighbours;
    }
  }
}
