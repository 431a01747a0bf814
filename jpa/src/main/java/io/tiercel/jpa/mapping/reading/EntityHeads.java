package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityId;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.Inheritance;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import io.tiercel.jpa.mapping.member.Supertypes;
import jakarta.persistence.AccessType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Reads the heads of entities, each once.
final class EntityHeads {
  /// The entities whose heads are being read, each because the one before derives its id from it.
  private static final ScopedValue<List<Class<?>>> READING = ScopedValue.newInstance();

  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");

  private final BasicTypes types;
  private final Hierarchies hierarchies;
  private final Targets targets;
  private final ConcurrentHashMap<Class<?>, EntityHead> heads = new ConcurrentHashMap<>();

  EntityHeads(UnitMapping unit, BasicTypes types, Hierarchies hierarchies) {
    this.types = types;
    this.hierarchies = hierarchies;
    this.targets = new Targets(unit, this);
  }

  /// The entities at the other end of associations.
  Targets targets() {
    return targets;
  }

  EntityHead of(Class<?> entity) {
    EntityHead known = heads.get(entity);
    return known != null ? known : readOnce(entity);
  }

  /// Two threads may read the same head, which does no harm: heads are values.
  private EntityHead readOnce(Class<?> entity) {
    List<Class<?>> around = READING.orElse(List.of());
    if (around.contains(entity)) {
      throw new MappingException(
          entity,
          null,
          "its id is derived from itself, through %s"
              .formatted(around.stream().map(Class::getName).collect(Collectors.joining(", "))),
          "give one of these entities an id of its own.");
    }
    List<Class<?>> deeper = new ArrayList<>(around);
    deeper.add(entity);
    EntityHead head = ScopedValue.where(READING, List.copyOf(deeper)).call(() -> read(entity));
    EntityHead earlier = heads.putIfAbsent(entity, head);
    return earlier != null ? earlier : head;
  }

  private EntityHead read(Class<?> entity) {
    refuseUnsupported(entity);
    List<PersistentMember> members = PersistentMembers.ofEntity(entity);
    RecordEntities.refuseUnsupported(entity, members);
    Class<?> supertype = Supertypes.nearest(entity);
    if (supertype != null) {
      return extending(entity, members, of(supertype));
    }
    Table table = Tables.primary(entity);
    EntityId id = new IdReader(entity, table, members, types, targets).read();
    Inheritance inheritance = hierarchies.of(entity, table, id.columns().size());
    List<EntityTable> secondary =
        SecondaryTables.of(entity, inheritance, table, id.columns(), List.of());
    return new EntityHead(
        entity,
        Tables.entityName(entity),
        table,
        members,
        id,
        inheritance,
        id.columns(),
        new ColumnPlaces(table, tables(secondary), Set.of()),
        secondary);
  }

  private EntityHead extending(
      Class<?> entity, List<PersistentMember> members, EntityHead supertype) {
    EntityId id = supertype.id();
    Table rootTable = id.columns().getFirst().table();
    Inheritance inheritance = hierarchies.of(entity, rootTable, id.columns().size());
    SubclassTables.refuseSecondId(entity, members, id);
    SubclassTables.passedOver(entity, inheritance, rootTable)
        .forEach(line -> LOG.log(System.Logger.Level.WARNING, line));
    Table table = inheritance.sharesTable() ? rootTable : Tables.primary(entity);
    List<Column> key = SubclassTables.key(entity, inheritance, table, supertype);
    List<Table> inherited = supertype.places().secondary();
    List<EntityTable> own = SecondaryTables.of(entity, inheritance, table, key, inherited);
    List<Table> secondary = new ArrayList<>(inherited);
    secondary.addAll(tables(own));
    Set<Table> shared = new HashSet<>(inherited);
    if (inheritance.sharesTable()) {
      shared.add(table);
    }
    return new EntityHead(
        entity,
        Tables.entityName(entity),
        table,
        members,
        id,
        inheritance,
        key,
        new ColumnPlaces(table, secondary, shared),
        own);
  }

  private static List<Table> tables(List<EntityTable> tables) {
    return tables.stream().map(EntityTable::table).toList();
  }

  /// The column of that name of a basic attribute that is no part of the id, without its slot.
  Optional<Column> basicColumn(EntityHead entity, String name) {
    List<Column> columns = new ArrayList<>();
    Overrides overrides = Overrides.ofEntity(entity.type());
    AccessType access = PersistentMembers.access(entity.type());
    var reader = new EmbeddedReader(entity.places(), types, access, columns, null);
    for (PersistentMember member : entity.members()) {
      boolean isBasic =
          !PersistentMembers.isId(member)
              && !EntityRowBuilder.isToOne(member)
              && !ToManyReader.isToMany(member)
              && !ElementCollectionReader.isElementCollection(member)
              && !EmbeddedReader.isEmbedded(member);
      if (isBasic) {
        reader.basic(member, columns.size(), overrides, false);
      }
    }
    return columns.stream().filter(column -> column.name().equals(name)).findFirst();
  }

  private static void refuseUnsupported(Class<?> entity) {
    if (entity.isInterface() || entity.isEnum()) {
      throw new MappingException(
          entity,
          null,
          "an entity is a class whose instances can be changed",
          "make it a class or a record.");
    }
  }
}
