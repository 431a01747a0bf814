package io.tiercel.lab.check.node;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// An element of a [Shelf] by a join table.
@Entity
@Cacheable
@Table(name = "tag")
public class Tag {
  @Id private long id;

  @Column(name = "place")
  private int place;

  @Column(name = "token")
  private String token;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected Tag() {}

  Tag(long id, String token) {
    this.id = id;
    this.token = token;
  }

  void placed(int at) {
    place = at;
  }

  int place() {
    return place;
  }

  String token() {
    return token;
  }
}
