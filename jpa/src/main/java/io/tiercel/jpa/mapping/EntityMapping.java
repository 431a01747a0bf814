package io.tiercel.jpa.mapping;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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
  private final EntityFamily family;
  private final List<EntityTable> tables;
  private volatile @Nullable ResultLayout layout;
  private final List<Nested> nested;
  private final List<Attribute> indexed;

  /// Where the indexes of associations and collections inside embeddables begin, far from those
  /// of attributes of the entity and of the entities that extend it.
  public static final int FIRST_NESTED = 1 << 16;

  /// An association or collection inside an embeddable. Its index counts from [#FIRST_NESTED].
  ///
  /// @param path the embeddables around it, the entity's own attribute first
  /// @param attribute a to-one or a plural attribute
  public record Nested(List<EmbeddedAttribute> path, Attribute attribute) {
    public Nested {
      path = List.copyOf(path);
    }
  }

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
      DdlExtras tableExtras,
      EntityFamily family,
      List<EntityTable> tables) {
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
    this.family = family;
    this.tables = List.copyOf(tables);
    this.nested = nested(attributes);
    List<Attribute> all = new ArrayList<>(attributes);
    nested.forEach(one -> all.add(one.attribute()));
    this.indexed = List.copyOf(all);
    this.attributesByName =
        attributes.stream()
            .collect(Collectors.toUnmodifiableMap(Attribute::name, Function.identity()));
  }

  /// The associations and collections inside embeddables among the attributes, by their indexes.
  public static List<Nested> nested(Collection<Attribute> attributes) {
    List<Nested> found = new ArrayList<>();
    attributes.forEach(attribute -> addNested(attribute, List.of(), found));
    found.sort(Comparator.comparingInt(one -> one.attribute().index()));
    return List.copyOf(found);
  }

  private static void addNested(
      Attribute attribute, List<EmbeddedAttribute> around, List<Nested> found) {
    if (attribute instanceof EmbeddedAttribute embedded) {
      List<EmbeddedAttribute> path = new ArrayList<>(around);
      path.add(embedded);
      embedded.attributes().forEach(part -> addNested(part, path, found));
    } else if (!(attribute instanceof BasicAttribute) && !around.isEmpty()) {
      found.add(new Nested(around, attribute));
    }
  }

  /// The associations and collections inside embeddables, by their indexes.
  public List<Nested> nested() {
    return nested;
  }

  /// [#attributes()] and those of [#nested()]: whatever an index leads to.
  public List<Attribute> indexed() {
    return indexed;
  }

  /// How many [#indexed()] there are.
  public int indexedCount() {
    return attributes.size() + nested.size();
  }

  /// The one of [#indexed()] with that index.
  public Attribute indexed(int index) {
    return index < FIRST_NESTED
        ? attributes.get(index)
        : nested.get(index - FIRST_NESTED).attribute();
  }

  /// The place among [#indexed()] of the attribute with that index.
  public int place(int index) {
    return index < FIRST_NESTED ? index : attributes.size() + index - FIRST_NESTED;
  }

  /// Whether it is one of [#indexed()].
  @SuppressWarnings("ReferenceEquality") // a subclass has the attribute objects of its superclass
  public boolean has(Attribute attribute) {
    int index = attribute.index();
    if (index < FIRST_NESTED) {
      return index < attributes.size() && attributes.get(index) == attribute;
    }
    int place = index - FIRST_NESTED;
    return place < nested.size() && nested.get(place).attribute() == attribute;
  }

  /// The to-one of that name, dotted inside embeddables; null when there is none.
  public @Nullable ToOneAttribute toOne(String path) {
    Attribute attribute = null;
    for (String name : path.split("\\.", -1)) {
      attribute =
          attribute == null
              ? attribute(name)
              : attribute instanceof EmbeddedAttribute embedded ? embedded.attribute(name) : null;
      if (attribute == null) {
        return null;
      }
    }
    return attribute instanceof ToOneAttribute association ? association : null;
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

  // ---- its place among other entities ----

  /// How its hierarchy is stored, and its own place in it.
  public Inheritance inheritance() {
    return family.inheritance();
  }

  /// The topmost entity of the hierarchy; itself when it extends none.
  public EntityMapping root() {
    return inheritance().supertype() == null ? this : family.root();
  }

  /// The nearest entity above, null for a root. Its attributes and columns are the first of this
  /// mapping's, the same objects in the same places.
  public @Nullable EntityMapping superType() {
    return family.supertype();
  }

  /// The entities right below.
  public List<EntityMapping> subtypes() {
    return family.subtypes();
  }

  /// Itself and all entities below, each before its own subtypes.
  public List<EntityMapping> withSubtypes() {
    return family.withSubtypes(this);
  }

  /// Those of [#withSubtypes()] that have instances.
  public List<EntityMapping> concreteTypes() {
    return withSubtypes().stream().filter(type -> !type.isAbstract()).toList();
  }

  /// Whether rows may be of other classes than exactly this one.
  public boolean isPolymorphic() {
    return !inheritance().subtypes().isEmpty();
  }

  /// Whether there are no instances of exactly this class.
  public boolean isAbstract() {
    return inheritance().isAbstract();
  }

  /// Whether it is that entity or extends it.
  public boolean isA(EntityMapping other) {
    return other.javaType.isAssignableFrom(javaType);
  }

  /// Whether the entity itself or a mapped superclass of its own declares the attribute, rather
  /// than an entity above.
  public boolean declares(Attribute attribute) {
    EntityMapping above = superType();
    return attributes.contains(attribute)
        && (above == null || attribute.index() >= above.attributes.size());
  }

  /// The tables that hold a row, in the order in which they are inserted into: that of the root is
  /// the first. One for most entities.
  public List<EntityTable> tables() {
    return tables;
  }

  /// The one of [#tables()] that is the primary table.
  public EntityTable primaryTable() {
    for (EntityTable one : tables) {
      if (one.table().equals(table)) {
        return one;
      }
    }
    throw new IllegalStateException("%s is none of %s".formatted(table, tables));
  }

  /// How rows of this entity and its subtypes stand in one result.
  public ResultLayout layout() {
    ResultLayout known = layout;
    if (known == null) {
      known = ResultLayout.of(this);
      layout = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return entityName;
  }
}
