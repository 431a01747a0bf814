package io.tiercel.lab.chinook;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// A file format.
@Entity
@Table(name = "media_type")
public class MediaType {
  @Id private int id;

  private String name;

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected MediaType() {}

  public MediaType(int id, String name) {
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
