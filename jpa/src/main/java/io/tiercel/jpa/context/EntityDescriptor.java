package io.tiercel.jpa.context;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import io.tiercel.jpa.access.EntityAccess;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.write.InsertPlan;
import io.tiercel.jpa.write.UpdatePlan;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the context needs of an entity type at run time, worked out once per unit: its mapping, the
/// generated access, its associations by kind and the SQL that reads it by key. Safe for any number
/// of threads.
public final class EntityDescriptor {
  private static final int MAX_UPDATE_PLANS = 100;

  private static final Pattern PADDED =
      Pattern.compile("\\s*(char|character|bpchar)\\s*(?!\\s*varying)(\\(|$)", CASE_INSENSITIVE);

  final EntityMapping mapping;
  final EntityAccess access;
  final Column idColumn;
  final @Nullable Column versionColumn;
  final List<Column> updatable;
  final List<ToOneAttribute> owningToOnes;
  final List<ToOneAttribute> inverseToOnes;
  final List<ToManyAttribute> toManys;

  /// Place of this type's identity map in a context, counted per unit.
  final int ordinal;

  /// `t.a, t.b, …` in mapping order, for a table aliased `t`.
  final String columnList;

  /// Whether persisting an instance reaches others.
  final boolean cascadesPersist;

  /// Whether an association takes what falls out of it for removed.
  final boolean removesOrphans;

  /// Whether the mapping knows of unique values beside the id.
  final boolean hasUniqueColumns;

  /// Whether the id's column is a `char(n)`, as far as the mapping or a row read so far tells.
  volatile boolean idIsPadded;

  /// How new rows are written.
  final InsertPlan insertPlan;

  /// How changed rows are written, by the slots of the changed columns.
  private final ConcurrentHashMap<BitSet, UpdatePlan> updatePlans = new ConcurrentHashMap<>();

  private final String selectFrom;

  EntityDescriptor(EntityMapping mapping, EntityAccess access, int ordinal) {
    this.mapping = mapping;
    this.access = access;
    this.ordinal = ordinal;
    this.idColumn = mapping.id().column();
    BasicAttribute version = mapping.version();
    this.versionColumn = version == null ? null : version.column();
    this.insertPlan =
        new InsertPlan(
            mapping.table(),
            mapping.columns().stream().filter(Column::insertable).toList(),
            mapping.idGeneration() instanceof IdGeneration.Identity);
    this.updatable =
        mapping.columns().stream()
            .filter(column -> column.updatable() && column.slot() != idColumn.slot())
            .toList();
    this.owningToOnes = toOnes(mapping, true);
    this.inverseToOnes = toOnes(mapping, false);
    this.toManys =
        mapping.attributes().stream()
            .filter(ToManyAttribute.class::isInstance)
            .map(ToManyAttribute.class::cast)
            .toList();
    this.cascadesPersist =
        owningToOnes.stream().anyMatch(attribute -> attribute.cascade().persist())
            || inverseToOnes.stream().anyMatch(attribute -> attribute.cascade().persist())
            || toManys.stream().anyMatch(attribute -> attribute.cascade().persist());
    this.removesOrphans =
        owningToOnes.stream().anyMatch(ToOneAttribute::orphanRemoval)
            || inverseToOnes.stream().anyMatch(ToOneAttribute::orphanRemoval)
            || toManys.stream().anyMatch(ToManyAttribute::orphanRemoval);
    this.hasUniqueColumns =
        mapping.columns().stream()
                .anyMatch(column -> column.unique() && column.slot() != idColumn.slot())
            || mapping.indexes().stream().anyMatch(EntityMapping.Index::unique);
    this.idIsPadded = PADDED.matcher(idColumn.sqlType()).lookingAt();
    this.columnList =
        mapping.columns().stream()
            .map(column -> "t." + column.sql())
            .collect(Collectors.joining(", "));
    this.selectFrom = "select %s from %s as t".formatted(columnList, mapping.table().sql());
  }

  private static List<ToOneAttribute> toOnes(EntityMapping mapping, boolean owning) {
    return mapping.attributes().stream()
        .filter(ToOneAttribute.class::isInstance)
        .map(ToOneAttribute.class::cast)
        .filter(attribute -> attribute.isOwning() == owning)
        .toList();
  }

  /// The mapping.
  public EntityMapping mapping() {
    return mapping;
  }

  /// The value of an attribute of an instance.
  public @Nullable Object get(Object instance, Attribute attribute) {
    return access.get(instance, attribute.index());
  }

  /// The plan for rows in which these slots changed.
  UpdatePlan updatePlan(BitSet slots) {
    UpdatePlan known = updatePlans.get(slots);
    if (known != null) {
      return known;
    }
    List<Column> changed = updatable.stream().filter(column -> slots.get(column.slot())).toList();
    UpdatePlan plan = new UpdatePlan(mapping.table(), idColumn, versionColumn, changed);
    // An entity whose columns change in every mixture must not fill the heap with plans.
    if (updatePlans.size() < MAX_UPDATE_PLANS) {
      updatePlans.put((BitSet) slots.clone(), plan);
    }
    return plan;
  }

  /// Reads one row by id (`$1`), with a locking clause or an empty string.
  String selectById(String lockClause) {
    return selectFrom + " where t." + idColumn.sql() + " = $1" + lockClause;
  }

  /// Reads rows by an array of ids (`$1`).
  String selectByIds() {
    return selectFrom + " where t." + idColumn.sql() + " = any($1)";
  }

  /// The id as its column holds it, null when the attribute is null or a primitive zero of a
  /// generated id.
  @Nullable Object idOf(Object instance) {
    Object id = access.get(instance, mapping.id().index());
    return id == null ? null : toColumn(id);
  }

  /// The column value of an id given by the application.
  Object toColumn(Object id) {
    var conversion = idColumn.conversion();
    Object value = conversion == null ? id : conversion.toColumn(id);
    return idIsPadded ? Keys.unpadded(value) : value;
  }

  /// The attribute value of an id's column value.
  Object toAttribute(Object columnValue) {
    var conversion = idColumn.conversion();
    return conversion == null ? columnValue : conversion.toAttribute(columnValue);
  }

  /// The to-one attribute of that name on this entity; mappedBy was checked when it was read.
  ToOneAttribute toOne(String name) {
    if (mapping.attribute(name) instanceof ToOneAttribute attribute) {
      return attribute;
    }
    throw new IllegalStateException(mapping + " has no association " + name);
  }

  /// Errors name an attribute this way.
  String name(Attribute attribute) {
    return mapping.entityName() + "." + attribute.name();
  }

  @Override
  public String toString() {
    return mapping.entityName();
  }
}
