package io.tiercel.lab.bench.json.model;

import io.tiercel.jpa.format.StoredAs;
import io.tiercel.json.mapping.Jsonb;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// The document for this provider.
@Entity(name = "StoredInstance")
@Table(name = "instances")
@SuppressWarnings("NullAway.Init") // the provider fills the fields
public class StoredInstance {
  @Id private Long id;

  @StoredAs(Jsonb.class)
  private Instance content;

  /// For the provider.
  protected StoredInstance() {}

  public Long getId() {
    return id;
  }

  public Instance getContent() {
    return content;
  }
}
