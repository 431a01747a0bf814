package io.tiercel.lab.bench.model;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// A product to be referred to.
@Entity
@Table(name = "product")
public class Product {
  @Id private long id;

  @Column(name = "name")
  private String name;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected Product() {}

  public long getId() {
    return id;
  }

  public String getName() {
    return name;
  }
}
