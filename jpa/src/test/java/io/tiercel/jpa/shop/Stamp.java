package io.tiercel.jpa.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/// Refers to nothing, so that a unit may have it alone.
@Entity
public class Stamp {
  @Id @GeneratedValue private @Nullable Long id;

  private String name = "";

  protected Stamp() {}

  public Stamp(String name) {
    this.name = name;
  }

  public @Nullable Long getId() {
    return id;
  }

  public String getName() {
    return name;
  }
}
