package io.tiercel.lab.bench.json.model;

import io.tiercel.jpa.format.StoredAs;
import io.tiercel.json.mapping.Jsonb;
import io.tiercel.json.mapping.PathIndex;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.PathStorage;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// The document with the paths that are asked for in stored columns.
@Entity(name = "PromotedInstance")
@Table(name = "promoted")
@SuppressWarnings("NullAway.Init") // the provider fills the fields
public class PromotedInstance {
  @Id private Long id;

  @StoredAs(Jsonb.class)
  @PathIndex(path = "hrid", name = "hrid", storage = PathStorage.STORED)
  @PathIndex(path = "source", name = "source", storage = PathStorage.STORED)
  @PathIndex(path = "statusId", name = "status", storage = PathStorage.STORED)
  @PathIndex(
      path = "publicationYear",
      name = "year",
      kinds = IndexKind.NUMBER,
      storage = PathStorage.STORED)
  @PathIndex(path = "indexTitle", name = "sorttitle", storage = PathStorage.STORED)
  @PathIndex(path = "title", name = "title", storage = PathStorage.STORED)
  private Instance content;

  /// For the provider.
  protected PromotedInstance() {}

  public Long getId() {
    return id;
  }

  public Instance getContent() {
    return content;
  }
}
