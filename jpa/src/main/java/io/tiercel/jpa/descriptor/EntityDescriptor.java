package io.tiercel.jpa.descriptor;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import io.tiercel.jpa.access.EmbeddableAccess;
import io.tiercel.jpa.access.EntityAccess;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntitySource;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.TargetMark;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.CompositeKey;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.shared.SharedCollection;
import io.tiercel.jpa.shared.SharedEntity;
import io.tiercel.jpa.validation.TypeValidation;
import io.tiercel.jpa.write.InsertPlan;
import io.tiercel.jpa.write.KeyFilter;
import io.tiercel.jpa.write.TableCatalog;
import io.tiercel.jpa.write.TableKey;
import io.tiercel.jpa.write.UpdatePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What the context needs of an entity type at run time, worked out once per unit: its mapping, the
/// generated access, its associations by kind and the SQL that reads it by key. Safe for any number
/// of threads.
public final class EntityDescriptor {
  private static final int MAX_CHANGE_PLANS = 100;
  private static final int MAX_ROOT_SELECTS = 100;

  private static final Pattern PADDED =
      Pattern.compile("\\s*(char|character|bpchar)\\s*(?!\\s*varying)(\\(|$)", CASE_INSENSITIVE);

  public final EntityMapping mapping;

  /// Whether its instances are records: values that are known by their ids.
  public final boolean isRecord;

  public final EntityAccess access;
  public final Callbacks callbacks;
  public final TypeValidation validation;

  /// The columns of the id, which take the first slots.
  public final TableKey key;

  public final @Nullable Column versionColumn;
  public final List<Column> updatable;
  public final List<ToOneAttribute> owningToOnes;
  public final List<ToOneAttribute> inverseToOnes;

  /// Those of the owning ones whose foreign keys stand in tables with a row for each entity: their
  /// targets' rows must come first. The others are written when all those rows are there.
  public final List<ToOneAttribute> orderingToOnes;

  /// Those of them whose foreign key may refer to nothing for a while.
  public final List<Detachable> detachables;

  public final List<ToManyAttribute> toManys;

  public final List<PluralAttribute> plurals;

  /// The collections of values.
  public final List<ElementRows> elementRows;

  /// Positions and keys of the associations that have any.
  private final List<Places> places;

  /// The root of its hierarchy: instances of one are told apart by their ids alone.
  public final EntityMapping root;

  /// Place of its hierarchy's identity map in a context, counted per unit.
  public final int ordinal;

  /// The tables it is read from, with the alias `t` for the first.
  public final EntitySource source;

  /// `t.a, t.b, …` as [#source] and its layout have them.
  final String columnList;

  /// Whether persisting an instance reaches others.
  public final boolean cascadesPersist;

  /// Whether an association takes what falls out of it for removed.
  public final boolean removesOrphans;

  /// Whether a flush compares associations with what they held before.
  public final boolean tracksAssociations;

  /// Whether the mapping knows of unique values beside the id.
  public final boolean hasUniqueColumns;

  private final IdValues ids;

  /// Which slots belong to columns that are a `char(n)`, those of the id at least, as far as the
  /// mapping or a row read so far tells; null for none. Replaced, never changed.
  private volatile boolean @Nullable [] paddedSlots;

  /// How it is in the shared cache; null when it is not.
  public final @Nullable SharedEntity shared;

  /// Known when the first of them is asked for.
  private volatile @Nullable Map<PluralAttribute, SharedCollection> collections;

  /// Ids that associations give.
  public final DerivedIds derivedIds;

  /// The tables that have a row for each entity, in the order of foreign keys.
  public final List<EntityTable> requiredTables;

  /// The tables in which an entity may have no row.
  public final List<EntityTable> optionalTables;

  /// How new rows are written, for each of the required tables.
  public final List<InsertPlan> insertPlans;

  /// The same with foreign keys that collections of other entities have in the tables.
  private final ConcurrentHashMap<List<Column>, List<InsertPlan>> extendedInsertPlans =
      new ConcurrentHashMap<>(0);

  /// The same for each of the optional ones.
  public final List<InsertPlan> optionalInsertPlans;

  /// How changed rows are written, by the slots of the changed columns.
  private final ConcurrentHashMap<BitSet, ChangePlan> changePlans = new ConcurrentHashMap<>();

  /// What a result tells of the targets of lazy associations with hierarchies.
  public final List<TargetMark> marks;

  private final ConcurrentHashMap<EntityDescriptor, int[]> markPlaces = new ConcurrentHashMap<>();

  /// By the paths of what is joined.
  private final ConcurrentHashMap<List<String>, RootSelect> rootSelects = new ConcurrentHashMap<>();

  /// What reads without a graph join, and what the latest plan of another kind made of it.
  private volatile @Nullable Chosen chosenByMapping;

  private volatile @Nullable Chosen chosenLast;

  /// What was chosen for a plan, which is known by its identity: two that are equal cost another
  /// choice.
  private record Chosen(FetchPlan plan, RootSelect select) {}

  /// Each its own value: one object for equal paths.
  private final ConcurrentHashMap<List<String>, List<String>> joinedPaths =
      new ConcurrentHashMap<>();

  /// The statements that read it by other keys.
  public final KeptStatements statements = new KeptStatements();

  /// Where its columns stand in a result that has no others before them.
  private final int[] firstPlaces;

  /// Known when the first instance is inserted.
  private volatile @Nullable Boolean isReadPlainly;

  /// Of the owning to-ones in their order, known when the first row is read.
  private volatile EntityDescriptor @Nullable [] targets;

  EntityDescriptor(
      EntityMapping mapping,
      EntityAccess access,
      @Nullable EmbeddableAccess idAccess,
      Callbacks callbacks,
      List<ElementRows> elementRows,
      List<Places> places,
      int ordinal,
      Descriptors descriptors,
      @Nullable SharedEntity shared) {
    this.mapping = mapping;
    this.shared = shared;
    this.isRecord = mapping.javaType().isRecord();
    this.derivedIds = new DerivedIds(this, descriptors);
    this.access = access;
    this.ids = new IdValues(this, idAccess);
    this.elementRows = List.copyOf(elementRows);
    this.callbacks = callbacks;
    this.validation = descriptors.validation(mapping, access);
    this.places = List.copyOf(places);
    this.ordinal = ordinal;
    this.key = new TableKey(mapping.id().columns());
    BasicAttribute version = mapping.version();
    this.versionColumn = version == null ? null : version.column();
    this.root = mapping.root();
    this.source = new EntitySource(mapping, "t");
    this.requiredTables = tables(false);
    this.optionalTables = tables(true);
    this.insertPlans = insertPlans(mapping, requiredTables);
    this.optionalInsertPlans = insertPlans(mapping, optionalTables);
    Associations associations = Associations.of(mapping);
    this.owningToOnes = associations.owningToOnes();
    this.inverseToOnes = associations.inverseToOnes();
    this.toManys = associations.toManys();
    this.plurals = associations.plurals();
    this.cascadesPersist = associations.cascadesPersist();
    this.removesOrphans = associations.removesOrphans();
    this.tracksAssociations = associations.isTracked();
    this.orderingToOnes = orderingToOnes();
    this.detachables = detachables();
    this.updatable = updatable();
    this.hasUniqueColumns = knowsUniqueColumns();
    this.paddedSlots = paddedIdSlots();
    this.columnList = String.join(", ", columns(source));
    this.marks = TargetMark.of(mapping);
    this.firstPlaces = new int[width()];
    Arrays.setAll(firstPlaces, place -> place);
  }

  // Loops rather than streams below: all of this is done before the first query of a program is
  // answered, when each lambda costs a class.

  private List<EntityTable> tables(boolean optional) {
    List<EntityTable> tables = new ArrayList<>();
    for (EntityTable table : mapping.tables()) {
      if (table.isOptional() == optional) {
        tables.add(table);
      }
    }
    return List.copyOf(tables);
  }

  /// How new rows are written with foreign keys that collections of other entities have in the
  /// tables; in slots behind the type's own.
  public List<InsertPlan> insertPlansWith(List<Column> foreignKeys) {
    return extendedInsertPlans.computeIfAbsent(
        foreignKeys, any -> insertPlans.stream().map(plan -> plan.with(any)).toList());
  }

  private static List<InsertPlan> insertPlans(EntityMapping mapping, List<EntityTable> tables) {
    List<InsertPlan> plans = new ArrayList<>();
    for (EntityTable table : tables) {
      List<Column> columns = new ArrayList<>(table.key());
      columns.addAll(table.columns());
      columns.removeIf(column -> !column.insertable());
      plans.add(
          new InsertPlan(
              table.table(),
              columns,
              mapping.idGeneration() instanceof IdGeneration.Identity
                  && table.equals(mapping.tables().getFirst())));
    }
    return List.copyOf(plans);
  }

  private List<Column> updatable() {
    List<Column> columns = new ArrayList<>();
    for (Column column : mapping.columns()) {
      if (column.updatable() && !isIdSlot(column.slot())) {
        columns.add(column);
      }
    }
    return List.copyOf(columns);
  }

  private List<ToOneAttribute> orderingToOnes() {
    List<ToOneAttribute> ordering = new ArrayList<>(owningToOnes);
    for (EntityTable table : optionalTables) {
      ordering.removeIf(attribute -> table.has(attribute.joinColumns().getFirst()));
    }
    return List.copyOf(ordering);
  }

  /// An association whose row may be inserted before the one that it refers to.
  ///
  /// @param columns those of its foreign key that are null until then, at least one
  public record Detachable(ToOneAttribute attribute, List<Column> columns) {}

  private List<Detachable> detachables() {
    List<Detachable> detachable = new ArrayList<>();
    for (ToOneAttribute attribute : orderingToOnes) {
      List<Column> columns = new ArrayList<>();
      for (Column column : attribute.joinColumns()) {
        if (column.nullable() && column.insertable() && column.updatable()) {
          columns.add(column);
        }
      }
      if (!columns.isEmpty()) {
        detachable.add(new Detachable(attribute, List.copyOf(columns)));
      }
    }
    return List.copyOf(detachable);
  }

  private boolean knowsUniqueColumns() {
    for (Column column : mapping.columns()) {
      if (column.unique() && !isIdSlot(column.slot())) {
        return true;
      }
    }
    List<EntityMapping.Index> indexes = new ArrayList<>(mapping.indexes());
    for (EntityTable table : optionalTables) {
      indexes.addAll(table.indexes());
    }
    for (EntityMapping.Index index : indexes) {
      if (index.unique()) {
        return true;
      }
    }
    return false;
  }

  private boolean @Nullable [] paddedIdSlots() {
    boolean[] padded = null;
    for (Column column : key.columns()) {
      if (PADDED.matcher(column.sqlType()).lookingAt()) {
        padded = withSlot(padded, column.slot());
      }
    }
    return padded;
  }

  private static boolean[] withSlot(boolean @Nullable [] slots, int slot) {
    boolean[] more =
        slots == null
            ? new boolean[slot + 1]
            : Arrays.copyOf(slots, Math.max(slots.length, slot + 1));
    more[slot] = true;
    return more;
  }

  /// Whether a flush must know what the collection held before.
  public static boolean isTracked(ToManyAttribute attribute) {
    return attribute.isOwning()
        || attribute.orphanRemoval()
        || !attribute.shape().columns().isEmpty();
  }

  /// What a condition on `t` is to begin with, so that only rows of this type and its subtypes are
  /// reached.
  public String where() {
    String restriction = source.restriction();
    return restriction == null ? "" : restriction + " and ";
  }

  /// Where the columns of its layout stand when they are side by side. Not the caller's to change.
  public int[] places(int firstColumn) {
    if (firstColumn == 0) {
      return firstPlaces;
    }
    int[] shifted = new int[firstPlaces.length];
    for (int i = 0; i < shifted.length; i++) {
      shifted[i] = firstColumn + firstPlaces[i];
    }
    return shifted;
  }

  /// How many columns a result has of it: those of its layout, then one for each of its marks.
  public int width() {
    return mapping.layout().width() + marks.size();
  }

  /// Those columns, in a query that reads it from that source.
  public List<String> columns(EntitySource from) {
    List<String> columns = new ArrayList<>(from.columns());
    columns.addAll(from.marks(mapping));
    return columns;
  }

  /// For each owning to-one of a class of its rows the place among its marks, -1 where it has none.
  /// Not the caller's to change.
  public int[] markPlaces(EntityDescriptor of) {
    return markPlaces.computeIfAbsent(
        of,
        any ->
            of.owningToOnes.stream()
                .mapToInt(
                    attribute ->
                        marks.stream().map(TargetMark::attribute).toList().indexOf(attribute))
                .toArray());
  }

  /// What the owning to-ones lead to, in their order. Not the caller's to change.
  public EntityDescriptor[] targets(Descriptors descriptors) {
    EntityDescriptor[] known = targets;
    if (known == null) {
      known =
          owningToOnes.stream()
              .map(attribute -> descriptors.of(attribute.target().type()))
              .toArray(EntityDescriptor[]::new);
      targets = known;
    }
    return known;
  }

  /// Whether it is that type or extends it.
  public boolean isA(EntityDescriptor other) {
    return this == other || mapping.isA(other.mapping);
  }

  /// Whether an instance needs no persistence context, so that all may have the same: nothing that
  /// it leads to has to be loaded.
  public boolean isShareable() {
    return owningToOnes.isEmpty() && inverseToOnes.isEmpty() && plurals.isEmpty();
  }

  /// Whether its instances can be read in the middle of a flight: nothing of the application's is
  /// called for it, and nothing is refused.
  public boolean isReadPlainly() {
    Boolean known = isReadPlainly;
    if (known == null) {
      known = PlainReading.of(this);
      isReadPlainly = known;
    }
    return known;
  }

  /// How it is in the shared cache; null when it is not.
  public @Nullable SharedEntity shared() {
    return shared;
  }

  /// What stands in maps for an id given by the application; IllegalArgumentException when it is of
  /// another class, or a part of it is null.
  public Object keyOf(Object id) {
    return Keys.normal(columnKey(id));
  }

  /// Its collections that are in the shared cache, by their attributes, which are compared by
  /// identity.
  public Map<PluralAttribute, SharedCollection> collections() {
    Map<PluralAttribute, SharedCollection> known = collections;
    if (known == null) {
      known = shared == null ? Map.of() : shared.entities().collections(mapping);
      collections = known;
    }
    return known;
  }

  /// An id given by the application as its column holds it; IllegalArgumentException as above.
  public Object columnKey(Object id) {
    return ids.fromApplication(id);
  }

  /// The mapping.
  public EntityMapping mapping() {
    return mapping;
  }

  /// The value of an attribute of an instance.
  public @Nullable Object get(Object instance, Attribute attribute) {
    return access.get(instance, attribute.index());
  }

  /// How rows in which these slots changed are written.
  public ChangePlan changePlan(BitSet slots) {
    ChangePlan known = changePlans.get(slots);
    if (known != null) {
      return known;
    }
    ChangePlan plan = ChangePlan.of(this, slots);
    // An entity whose columns change in every mixture must not fill the heap with plans.
    if (changePlans.size() < MAX_CHANGE_PLANS) {
      changePlans.put((BitSet) slots.clone(), plan);
    }
    return plan;
  }

  /// Those of the columns in these slots that stand in the table.
  List<Column> updatableIn(EntityTable table, BitSet slots) {
    return updatable.stream()
        .filter(column -> slots.get(column.slot()) && isIn(table, column))
        .toList();
  }

  private boolean isIn(EntityTable table, Column column) {
    return mapping.tables().size() == 1 || table.table().equals(column.table());
  }

  /// The table of this type that has the column.
  public EntityTable tableOf(Column column) {
    for (EntityTable table : mapping.tables()) {
      if (isIn(table, column)) {
        return table;
      }
    }
    throw new IllegalStateException("no table of %s has the column %s".formatted(this, column));
  }

  /// The version column, null when it is not in that table.
  public @Nullable Column versionIn(EntityTable table) {
    Column version = versionColumn;
    return version != null && isIn(table, version) ? version : null;
  }

  /// The plan that writes columns of one table and checks nothing.
  public UpdatePlan unchecked(List<Column> columns) {
    EntityTable table = tableOf(columns.getFirst());
    return new UpdatePlan(table.table(), new TableKey(table.key()), null, columns);
  }

  /// Whether the slot belongs to the id.
  public boolean isIdSlot(int slot) {
    return slot < key.columns().size();
  }

  /// Whether the target may have no row though there is a key: the key is the entity's own id, and
  /// the association optional.
  public boolean mayBeMissing(ToOneAttribute attribute) {
    return attribute.optional() && isIdSlot(attribute.joinColumns().getFirst().slot());
  }

  /// Whether the column in that slot is known to be a `char(n)`.
  public boolean isPadded(int slot) {
    boolean[] padded = paddedSlots;
    return padded != null && slot < padded.length && padded[slot];
  }

  /// A row read tells that the column in that slot is a `char(n)`.
  public synchronized void notePadded(int slot) {
    if (!isPadded(slot)) {
      paddedSlots = withSlot(paddedSlots, slot);
    }
  }

  /// Reads one row by [#parameters(Object)], with what is joined to it.
  @SuppressWarnings("ReferenceEquality") // see Chosen
  public RootSelect rootSelect(FetchPlan plan, Descriptors descriptors) {
    boolean isMapping = plan == FetchPlan.MAPPING;
    Chosen chosen = isMapping ? chosenByMapping : chosenLast;
    if (chosen == null || chosen.plan() != plan) {
      chosen = new Chosen(plan, choose(plan, descriptors));
      if (isMapping) {
        chosenByMapping = chosen;
      } else {
        chosenLast = chosen;
      }
    }
    return chosen.select();
  }

  private RootSelect choose(FetchPlan plan, Descriptors descriptors) {
    List<String> paths = new RootSelect.Choice(this, plan, descriptors).paths();
    RootSelect known = rootSelects.get(paths);
    if (known != null) {
      return known;
    }
    RootSelect made = RootSelect.of(this, paths, descriptors);
    // Graphs in every mixture must not fill the heap with statements.
    if (rootSelects.size() < MAX_ROOT_SELECTS) {
      rootSelects.put(List.copyOf(paths), made);
    }
    return made;
  }

  /// What stands for a collection with what is joined to its elements, to keep its statement by;
  /// null when there are so many that this one is not kept.
  public @Nullable Object subject(List<String> paths) {
    List<String> known = joinedPaths.get(paths);
    if (known != null || joinedPaths.size() >= MAX_ROOT_SELECTS) {
      return known;
    }
    List<String> kept = List.copyOf(paths);
    List<String> earlier = joinedPaths.putIfAbsent(kept, kept);
    return earlier == null ? kept : earlier;
  }

  /// `t.a = $n and t.b = $n+1`.
  public String idEquals(int firstParameter) {
    return IntStream.range(0, key.columns().size())
        .mapToObj(
            i -> "%s = $%d".formatted(source.column(key.columns().get(i)), firstParameter + i))
        .collect(Collectors.joining(" and "));
  }

  /// The id's values as parameters.
  public static Object[] parameters(Object id) {
    return id instanceof CompositeKey composite ? composite.parts().toArray() : new Object[] {id};
  }

  /// Reads rows by the id.
  public KeyedSelect selectByIds(TableCatalog catalog, Session session) {
    return selectBy(key, key.columns(), catalog, session);
  }

  /// Reads rows by columns.
  ///
  /// @param subject what has those columns: an attribute, or the id
  public KeyedSelect selectBy(
      Object subject, List<Column> columns, TableCatalog catalog, Session session) {
    return statements.of(
        subject,
        KeyedSelect.class,
        catalog,
        () -> {
          KeyFilter filter = filter(columns, catalog, session);
          return new KeyedSelect(
              "select %s from %s%s".formatted(columnList, source.declaration(), filter.sql()),
              filter);
        });
  }

  /// Lets those rows of this type and its subtypes through that have certain values in columns.
  public KeyFilter filter(List<Column> columns, TableCatalog catalog, Session session) {
    Table shape =
        mapping.inheritance().hasTablePerClass()
            ? mapping.concreteTypes().getFirst().table()
            : columns.getFirst().table();
    return KeyFilter.of(
        shape,
        new TableKey(columns),
        columns.stream().map(source::column).toList(),
        source.restriction(),
        catalog,
        session);
  }

  /// The id as its columns hold it, a [CompositeKey] of several; null when an attribute of it is
  /// null.
  public @Nullable Object idOf(Object instance) {
    return ids.of(instance);
  }

  /// The id the application gave, null for none; a generated primitive id of zero is none.
  public @Nullable Object assignedId(Object instance) {
    return ids.assigned(instance);
  }

  /// What the instance's basic attributes hold for these columns; null when one is null.
  public @Nullable Object valueOf(Object instance, List<Column> columns) {
    @Nullable Object[] values = new Object[mapping.columns().size()];
    access.read(instance, values);
    return ForeignKeys.read(columns, values);
  }

  /// The id as the application names it: the attribute's value, or an instance of the id class;
  /// null when an attribute of it is null.
  public @Nullable Object identifier(Object instance) {
    return ids.identifier(instance);
  }

  /// The key in a row's values, null when a part of it is.
  public @Nullable Object keyOf(@Nullable Object[] values) {
    return ids.key(values);
  }

  /// The id attribute's value in the slots of its columns; of an id of several attributes the
  /// values of all.
  void readId(Object instance, @Nullable Object[] values) {
    ids.read(instance, values);
  }

  /// Sets the id attributes that are no associations from the slots of their columns.
  public void writeId(Object instance, @Nullable Object[] values) {
    ids.write(instance, values);
  }

  /// The attribute value of an id's column value.
  public Object toAttribute(Object columnValue) {
    return ids.toAttribute(columnValue);
  }

  /// The rows of a collection of values.
  @SuppressWarnings("ReferenceEquality") // an attribute is one object, and long to compare
  public ElementRows rows(ElementCollectionAttribute attribute) {
    for (ElementRows rows : elementRows) {
      if (rows.attribute == attribute) {
        return rows;
      }
    }
    throw new IllegalStateException(this + " has no collection of values " + attribute.name());
  }

  /// The positions or keys of an association, null when it has none.
  @SuppressWarnings("ReferenceEquality") // an attribute is one object, and long to compare
  public @Nullable Places places(ToManyAttribute attribute) {
    for (Places one : places) {
      if (one.attribute == attribute) {
        return one;
      }
    }
    return null;
  }

  /// The to-one attribute of that name on this entity, dotted inside embeddables; mappedBy was
  /// checked when it was read.
  public ToOneAttribute toOne(String name) {
    return Objects.requireNonNull(
        mapping.toOne(name), () -> mapping + " has no association " + name);
  }

  /// Errors name an attribute this way.
  public String name(Attribute attribute) {
    return mapping.entityName() + "." + attribute.name();
  }

  /// Errors name the id this way.
  public String idName() {
    return mapping.entityName() + "." + mapping.id().name();
  }

  @Override
  public String toString() {
    return mapping.entityName();
  }
}
