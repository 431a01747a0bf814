package io.tiercel.lab.check.node;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/// A row that only grows.
@Entity
@Cacheable
@Table(name = "item")
public class Item {
  @Id private int id;

  @Column(name = "log")
  private String log;

  @Version
  @Column(name = "version")
  private int version;

  /// Changed by definition of the column only, which no row event tells of.
  @Column(name = "stamp")
  private int stamp;

  /// The first id of the two that are written together.
  @Column(name = "pair")
  private int pair;

  @Column(name = "name", unique = true)
  private String name;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected Item() {}

  public int getId() {
    return id;
  }

  public String getLog() {
    return log;
  }

  /// Adds to the end.
  public void append(String token) {
    log += token;
  }

  /// What the item of that id is called.
  static String name(int id) {
    return "item " + id;
  }

  StoredItem state() {
    return new StoredItem(log, version, stamp);
  }
}
