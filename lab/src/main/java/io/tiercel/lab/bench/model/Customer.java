package io.tiercel.lab.bench.model;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// A customer to be referred to.
@Entity
@Table(name = "customer")
public class Customer {
  @Id private long id;

  @Column(name = "name")
  private String name;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected Customer() {}

  public long getId() {
    return id;
  }

  public String getName() {
    return name;
  }
}
