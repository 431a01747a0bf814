package io.tiercel.jpa.result;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.load.EntityReader;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.load.PendingLoads;
import io.tiercel.jpa.load.TreeFetch;
import io.tiercel.jpa.lock.ResultLock;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.query.EntitySelection;
import io.tiercel.jpa.query.FetchTree;
import io.tiercel.jpa.query.Selection;
import io.tiercel.jpa.session.Session;
import io.tiercel.wire.row.DataRow;
import jakarta.persistence.LockModeType;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the items of a select clause from result rows: managed entities, values, constructed
/// objects. One reader serves one result; [#complete] loads what its entities call for.
public final class ResultReader {
  /// Never changed.
  private static final BitSet NO_ROWS = new BitSet(0);

  private final Loader loader;
  private final boolean refreshes;

  /// Whether rows come from the database, and may be stored in the shared cache.
  private final boolean fills;

  private final RootPlan graph;

  /// Null when no lock is taken.
  private final @Nullable ResultLocks locks;

  private final ItemReader[] items;

  /// Of the row that is read, since the last [#complete].
  private int row = -1;

  private final PendingLoads pending = new PendingLoads();
  private final List<TreeFetch> treeFetches = new ArrayList<>(0);
  private final List<EmbeddableReader> embeddables = new ArrayList<>(0);

  @FunctionalInterface
  private interface ItemReader {
    @Nullable Object read(DataRow row);
  }

  public ResultReader(
      Session session, Loader loader, List<Selection> selections, ResultLock lock, RootPlan graph) {
    this(session, loader, selections, lock, graph, true);
  }

  private ResultReader(
      Session session,
      Loader loader,
      List<Selection> selections,
      ResultLock lock,
      RootPlan graph,
      boolean fills) {
    this.loader = loader;
    this.fills = fills;
    this.graph = graph;
    this.refreshes = lock.isPessimistic();
    this.locks =
        lock.mode() == LockModeType.NONE ? null : new ResultLocks(session, loader, lock, graph);
    this.items = items(selections);
  }

  /// For rows that come from memory.
  public static ResultReader ofMemory(
      Session session, Loader loader, List<Selection> selections, RootPlan graph) {
    return new ResultReader(session, loader, selections, ResultLock.NONE, graph, false);
  }

  private ItemReader[] items(List<Selection> selections) {
    ItemReader[] readers = new ItemReader[selections.size()];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = item(selections.get(i));
    }
    return readers;
  }

  /// The row's items in the order of the select clause.
  public @Nullable Object[] read(DataRow row) {
    this.row++;
    @Nullable Object[] values = new Object[items.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = items[i].read(row);
    }
    return values;
  }

  /// The first item, for select clauses with one.
  public @Nullable Object readFirst(DataRow row) {
    this.row++;
    return items[0].read(row);
  }

  /// Completes the locks on all entities read since the last call, and loads their eager
  /// associations and fetched collections.
  ///
  /// @return which of the rows read since the last call to leave out, counted from 0: others hold
  ///     locks on their entities
  public BitSet complete() {
    BitSet leftOut = locks == null ? NO_ROWS : locks.complete(pending);
    row = -1;
    loader.complete(pending);
    pending.clear();
    embeddables.forEach(EmbeddableReader::complete);
    treeFetches.forEach(TreeFetch::complete);
    return leftOut;
  }

  private ItemReader item(Selection selection) {
    return switch (selection) {
      case EntitySelection entity -> {
        EntityReader reader = entityReader(entity).by(graph.of(entity.mapping().javaType()));
        TreeFetch fetch = treeFetch(entity);
        yield row -> {
          EntityEntry entry = reader.read(row);
          if (entry == null) {
            return null;
          }
          noteLocked(entry);
          if (fetch != null) {
            fetch.add(entry);
          }
          return entry.instance;
        };
      }
      case Selection.Scattered entity -> scattered(entity);
      case Selection.Scalar scalar -> scalar(scalar);
      case Selection.Constructed constructed -> constructed(constructed);
      case Selection.Embedded embedded -> embedded(embedded);
    };
  }

  private void noteLocked(EntityEntry entry) {
    if (locks != null) {
      locks.add(entry, row);
    }
  }

  private @Nullable TreeFetch treeFetch(EntitySelection selection) {
    FetchTree tree = selection.fetches();
    if (!tree.hasLevels()) {
      return null;
    }
    var fetch = new TreeFetch(loader, tree);
    treeFetches.add(fetch);
    return fetch;
  }

  private EntityReader entityReader(EntitySelection selection) {
    return entityReader(selection, refreshes);
  }

  private EntityReader entityReader(EntitySelection selection, boolean refreshes) {
    List<EntityReader> joined =
        selection.joined().isEmpty()
            ? List.of()
            : selection.joined().stream().map(join -> entityReader(join.target())).toList();
    EntityDescriptor type = loader.descriptors().of(selection.mapping());
    var reader =
        new EntityReader(
            loader,
            type,
            type.places(selection.firstColumn()),
            pending,
            refreshes,
            joined,
            selection.collections());
    return fills ? reader.filling() : reader;
  }

  private ItemReader scattered(Selection.Scattered selection) {
    EntityDescriptor type = loader.descriptors().of(selection.mapping());
    int[] places = selection.places().stream().mapToInt(Integer::intValue).toArray();
    EntityReader reader =
        new EntityReader(loader, type, places, pending, refreshes, List.of(), List.of())
            .by(graph.of(selection.mapping().javaType()));
    return row -> {
      EntityEntry entry = reader.read(row);
      if (entry == null) {
        return null;
      }
      noteLocked(entry);
      return entry.instance;
    };
  }

  private static ItemReader scalar(Selection.Scalar scalar) {
    int column = scalar.column();
    Class<?> type = scalar.columnType();
    Conversion conversion = scalar.conversion();
    if (conversion != null) {
      return row -> {
        Object value = row.get(column, type);
        return value == null ? null : conversion.toAttribute(value);
      };
    }
    return type == Object.class ? row -> row.get(column) : row -> row.get(column, type);
  }

  private ItemReader embedded(Selection.Embedded selection) {
    EntitySelection owner = selection.owner();
    EntityReader owners = owner == null ? null : entityReader(owner, false);
    var reader = new EmbeddableReader(selection, owners, loader, pending);
    embeddables.add(reader);
    return reader::read;
  }

  private ItemReader constructed(Selection.Constructed constructed) {
    ItemReader[] arguments = items(constructed.arguments());
    MethodHandle constructor = ConstructorSelection.handle(constructed);
    return row -> {
      @Nullable Object[] values = new Object[arguments.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = arguments[i].read(row);
      }
      return ConstructorSelection.invoke(constructor, constructed.type(), values);
    };
  }
}
