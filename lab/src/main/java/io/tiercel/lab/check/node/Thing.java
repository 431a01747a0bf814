package io.tiercel.lab.check.node;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;

/// An element of a [Crate], by a foreign key.
@Entity
@Cacheable
@Table(name = "thing")
public class Thing {
  @Id private int id;

  @ManyToOne(fetch = FetchType.LAZY)
  @JoinColumn(name = "crate_id")
  private Crate crate;

  @Column(name = "price")
  private int price;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected Thing() {}

  Thing(int id, Crate crate, int price) {
    this.id = id;
    this.crate = crate;
    this.price = price;
  }

  void move(Crate to) {
    crate = to;
  }

  void costs(int now) {
    price = now;
  }

  String state() {
    return "%d at %d in %d".formatted(id, price, crate.id());
  }
}
