package io.tiercel.lab.bench.json.model;

import io.tiercel.jpa.format.StoredAs;
import io.tiercel.json.mapping.Jsonb;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// Documents with many notes, which are compressed and out of line.
@Entity(name = "LargeInstance")
@Table(name = "large_instances")
@SuppressWarnings("NullAway.Init") // the provider fills the fields
public class LargeInstance {
  @Id private Long id;

  @StoredAs(Jsonb.class)
  private Instance content;

  /// For the provider.
  protected LargeInstance() {}

  public Long getId() {
    return id;
  }

  public Instance getContent() {
    return content;
  }
}
