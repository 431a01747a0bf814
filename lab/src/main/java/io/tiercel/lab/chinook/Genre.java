package io.tiercel.lab.chinook;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// A kind of music.
@Entity
@Table(name = "genre")
public class Genre {
  @Id private int id;

  private String name;

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Genre() {}

  public Genre(int id, String name) {
    this.id = id;
    this.name = name;
  }

  public int getId() {
    return id;
  }

  public String getName() {
    return name;
  }
}
