package io.tiercel.lab.check.node;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// An element of a [Crate], whose foreign key is no attribute: only the crate knows of it.
@Entity
@Cacheable
@Table(name = "piece")
public class Piece {
  @Id private int id;

  @Column(name = "name")
  private String name;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected Piece() {}

  String name() {
    return name;
  }
}
