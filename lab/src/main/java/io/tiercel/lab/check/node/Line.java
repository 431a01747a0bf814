package io.tiercel.lab.check.node;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;

/// An element that refers to its [Shelf]: written there, or moved there from the one for spare
/// lines.
@Entity
@Cacheable
@Table(name = "line")
public class Line {
  @Id private long id;

  @ManyToOne(fetch = FetchType.LAZY)
  @JoinColumn(name = "shelf_id")
  private Shelf shelf;

  @Column(name = "place")
  private int place;

  @Column(name = "token")
  private String token;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected Line() {}

  Line(long id, Shelf shelf, int place, String token) {
    this.id = id;
    this.shelf = shelf;
    this.place = place;
    this.token = token;
  }

  int place() {
    return place;
  }

  /// What it adds to the log of that shelf.
  String tokenOn(Shelf expected) {
    if (!expected.equals(shelf)) {
      throw new IllegalStateException("line %d is on another shelf".formatted(id));
    }
    return token;
  }

  void move(Shelf to, int toPlace, String newToken) {
    shelf = to;
    place = toPlace;
    token = newToken;
  }
}
