package io.tiercel.jpa.mapping;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The mapping of one entity class. Immutable, safe for any number of threads.
///
/// The columns stand in mapping order: a row of this entity has one value for each, in the same
/// order. `attributes` holds every top-level attribute, inherited ones included, so that
/// `attributes().get(i).index() == i`.
public final class EntityMapping {
  private final Class<?> javaType;
  private final String entityName;
  private final Table table;
  private final List<Column> columns;
  private final List<Attribute> attributes;
  private final EntityId id;
  private final IdGeneration idGeneration;
  private final @Nullable BasicAttribute version;
  private final List<Index> indexes;
  private final DdlExtras tableExtras;
  private final Map<String, Attribute> attributesByName;

  /// An index or unique constraint asked for by `@Table`.
  ///
  /// @param name null for a name made from table and columns
  /// @param columnNames as PostgreSQL stores them
  /// @param descending those of them that are indexed in descending order
  /// @param options SQL text put after it, such as `where …`, empty for none
  public record Index(
      @Nullable String name,
      List<String> columnNames,
      Set<String> descending,
      boolean unique,
      String options) {
    public Index {
      columnNames = List.copyOf(columnNames);
      descending = Set.copyOf(descending);
    }
  }

  /// Everything the annotations of one entity say. The attributes of
  /// `id`, and `version`, are among `attributes`.
  public EntityMapping(
      Class<?> javaType,
      String entityName,
      Table table,
      List<Column> columns,
      List<Attribute> attributes,
      EntityId id,
      IdGeneration idGeneration,
      @Nullable BasicAttribute version,
      List<Index> indexes,
      DdlExtras tableExtras) {
    this.javaType = javaType;
    this.entityName = entityName;
    this.table = table;
    this.columns = List.copyOf(columns);
    this.attributes = List.copyOf(attributes);
    this.id = id;
    this.idGeneration = idGeneration;
    this.version = version;
    this.indexes = List.copyOf(indexes);
    this.tableExtras = tableExtras;
    this.attributesByName =
        attributes.stream()
            .collect(Collectors.toUnmodifiableMap(Attribute::name, Function.identity()));
  }

  /// The entity class.
  public Class<?> javaType() {
    return javaType;
  }

  /// The name in JPQL.
  public String entityName() {
    return entityName;
  }

  /// The primary table.
  public Table table() {
    return table;
  }

  /// All columns in mapping order; `columns().get(i).slot() == i`.
  public List<Column> columns() {
    return columns;
  }

  /// The columns of those names, each as the first attribute that it belongs to has it;
  /// IllegalArgumentException when there is none.
  List<Column> columns(List<String> names) {
    return names.stream()
        .map(
            name ->
                columns.stream()
                    .filter(column -> column.name().equals(name))
                    .findFirst()
                    .orElseThrow(
                        () -> new IllegalArgumentException("%s has no %s".formatted(this, name))))
        .toList();
  }

  /// All top-level attributes in mapping order, id and version included.
  public List<Attribute> attributes() {
    return attributes;
  }

  /// The attribute of that name, or null.
  public @Nullable Attribute attribute(String name) {
    return attributesByName.get(name);
  }

  /// The id: one attribute or several.
  public EntityId id() {
    return id;
  }

  /// Where ids come from.
  public IdGeneration idGeneration() {
    return idGeneration;
  }

  /// The version attribute, null when the entity has none.
  public @Nullable BasicAttribute version() {
    return version;
  }

  /// Declared indexes and unique constraints, without those of foreign keys.
  public List<Index> indexes() {
    return indexes;
  }

  /// What a generated schema adds to the table.
  public DdlExtras tableExtras() {
    return tableExtras;
  }

  @Override
  public String toString() {
    return entityName;
  }
}
