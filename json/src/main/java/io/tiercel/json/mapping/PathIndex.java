package io.tiercel.json.mapping;

import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.PathStorage;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// At an attribute with `@StoredAs(Jsonb.class)`: a generated schema indexes a path into the
/// document. Queries in JPQL, Criteria and CQL hit the index; they need no change for it.
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(PathIndexes.class)
public @interface PathIndex {
  /// The members from the root of the document, by their names in JSON: `address.city`, `tags[*]`.
  String path();

  /// Letters, digits and underscores, unique in the table; if empty, the attribute's name and those
  /// of the path with underscores between.
  String name() default "";

  /// What the indexes answer.
  IndexKind[] kinds() default IndexKind.TEXT;

  /// Whether letters are indexed as small ones: for `lower(path) = …` and CQL.
  boolean ignoreCase() default false;

  /// Whether accents are left out, for CQL. JPQL compares exactly, and finds by the index with
  /// `=` and `in` all the same.
  boolean ignoreAccents() default false;

  /// Where the value is that queries and indexes read.
  PathStorage storage() default PathStorage.EXPRESSION;
}
