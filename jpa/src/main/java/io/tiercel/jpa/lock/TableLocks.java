package io.tiercel.jpa.lock;

import io.tiercel.jpa.descriptor.ElementRows;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.KeyedSelect;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.EntityTable.Presence;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.write.KeyFilter;
import io.tiercel.jpa.write.TableCatalog;
import io.tiercel.jpa.write.TableKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Takes the rows of entities that stand in several tables, a statement for each table (Jakarta
/// Persistence 3.2, section 3.5.4.2).
///
/// The select that reads such an entity cannot take them: rows on the nullable side of a join
/// cannot be locked, and a statement that has waited for a lock sees the locked row anew but what
/// is joined to it as it was before. So rows are locked first, in the order of their keys, and read
/// by a statement of its own, which sees what was committed while they were waited for. All of it
/// is one exchange, but where rows that others hold are to be passed over.
public final class TableLocks {
  private static final String ALIAS = "j";

  private final Session session;
  private final TableCatalog catalog;

  public TableLocks(Session session, TableCatalog catalog) {
    this.session = session;
    this.catalog = catalog;
  }

  /// Takes the rows of the entity itself. Those of join tables are not among them: they belong to
  /// [#addExtended].
  ///
  /// @param taken is run for each entity that is there and was not passed over
  public void add(
      Flight flight, EntityDescriptor type, Collection<Object> ids, RowLock lock, Runnable taken) {
    Collection<EntityTable> tables = tables(type.mapping);
    if (type.source.isUnion()) {
      // The row of an entity is in any of them.
      tables.forEach(table -> add(flight, table, ids, lock, taken));
    } else if (lock.skips()) {
      addSkipping(flight, tables, ids, lock, taken);
    } else {
      EntityTable first = tables.iterator().next();
      tables.forEach(
          table -> add(flight, table, ids, lock, table.equals(first) ? taken : () -> {}));
    }
  }

  /// What is passed over in its first table must not be waited for in another one, so the first is
  /// looked at before.
  private void addSkipping(
      Flight flight,
      Collection<EntityTable> tables,
      Collection<Object> ids,
      RowLock lock,
      Runnable taken) {
    EntityTable first = tables.iterator().next();
    int[] count = new int[1];
    Flight before = new Flight();
    add(
        before,
        first,
        ids,
        lock,
        () -> {
          count[0]++;
          taken.run();
        });
    session.run(before);
    if (count[0] == ids.size()) {
      tables.stream().skip(1).forEach(table -> add(flight, table, ids, lock.onMore(), () -> {}));
    }
  }

  /// Takes the rows of those entities that nobody else holds, now; it takes one exchange, or two
  /// where they have rows in several tables.
  ///
  /// @param lock passes over what others hold
  /// @return the ids of those that it has taken
  public Set<Object> takeFree(EntityDescriptor type, Collection<Object> ids, RowLock lock) {
    List<EntityTable> tables = List.copyOf(tables(type.mapping));
    List<EntityTable> decisive = type.source.isUnion() ? tables : tables.subList(0, 1);
    Set<Object> free = new LinkedHashSet<>();
    Flight first = new Flight();
    // One by one: what a statement for all of them passes over it does not tell.
    for (Object id : ids) {
      decisive.forEach(table -> add(first, table, List.of(id), lock, () -> free.add(id)));
    }
    session.run(first);
    Flight more = new Flight();
    tables.stream()
        .filter(table -> !decisive.contains(table))
        .forEach(table -> add(more, table, free, lock.onMore(), () -> {}));
    session.run(more);
    return free;
  }

  private void add(
      Flight flight, EntityTable table, Collection<Object> ids, RowLock lock, Runnable taken) {
    add(flight, table.table(), table.key(), ids, lock, taken);
  }

  /// The tables that may have a row of an instance of that class.
  private static Collection<EntityTable> tables(EntityMapping mapping) {
    Map<Table, EntityTable> tables = new LinkedHashMap<>();
    for (EntityMapping type : mapping.withSubtypes()) {
      if (type.inheritance().hasTablePerClass() && type.isAbstract()) {
        continue;
      }
      for (EntityTable table : type.tables()) {
        if (table.presence() != Presence.WHILE_SET) {
          tables.putIfAbsent(table.table(), table);
        }
      }
    }
    return tables.values();
  }

  /// Takes the rows of join tables and collections of values that instances of exactly that class
  /// own (`PessimisticLockScope.EXTENDED`).
  public void addExtended(
      Flight flight, EntityDescriptor type, Collection<Object> ids, RowLock lock) {
    RowLock more = lock.onMore();
    for (EntityTable table : type.mapping.tables()) {
      if (table.presence() == Presence.WHILE_SET) {
        add(flight, table.table(), table.key(), ids, more, () -> {});
      }
    }
    for (ToManyAttribute attribute : type.toManys) {
      ToManyAttribute.JoinTable joinTable = attribute.joinTable();
      if (attribute.isOwning() && joinTable != null) {
        add(flight, joinTable.table(), joinTable.ownColumns(), ids, more, () -> {});
      }
    }
    for (ElementRows rows : type.elementRows) {
      Table table = rows.attribute.table().table();
      add(flight, table, rows.ownKey.columns(), ids, more, () -> {});
    }
  }

  private void add(
      Flight flight,
      Table table,
      List<Column> columns,
      Collection<Object> keys,
      RowLock lock,
      Runnable taken) {
    TableKey key = new TableKey(columns);
    KeyFilter filter = KeyFilter.of(table, ALIAS, key, catalog, session);
    String sql =
        "select 1 from %s as %s%s order by %s%s"
            .formatted(table.sql(), ALIAS, filter.sql(), key.list(ALIAS), lock.clause(ALIAS));
    new KeyedSelect(sql, filter).addTo(flight, keys, row -> taken.run());
  }
}
