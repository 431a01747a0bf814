package io.tiercel.jpa.load;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.descriptor.RootSelect;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.learn.ReadTrace;
import io.tiercel.jpa.lock.RowLock;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import io.tiercel.wire.row.RowConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one row by its id and, in the same exchange, what is known to be wanted with it: to-ones
/// that are eager or that a graph names by joins, collections and other sides of one-to-ones by
/// queries of their own, for their owner's id is known before its row is.
///
/// All this is ahead of the rules, never instead of them: the row read calls for what its mapping
/// and the plan say as any row does, and is given what is here by then.
final class SingleRead {
  private final Loader loader;
  private final EntityDescriptor type;
  private final FetchPlan plan;
  private final @Nullable ReadTrace trace;
  private final PendingLoads pending = new PendingLoads();
  private final List<Ahead> ahead = new ArrayList<>(0);

  /// What the elements of collections call for; they are a batch of their own.
  private @Nullable PendingLoads below;

  // Whether the lock is had; without one there is nothing to wait for.
  private boolean taken;

  // What was read, not what the id finds: the database may spell the key otherwise.
  private @Nullable EntityEntry found;

  /// A query that is sent with that for the row.
  ///
  /// @param plan what is read with what it brings
  private record Ahead(Attribute attribute, FetchPlan plan, OwnedReader reader) {}

  /// @param plan what is to be read with the row
  /// @param trace takes what is loaded later because of it; null when nobody observes that
  SingleRead(Loader loader, EntityDescriptor type, FetchPlan plan, @Nullable ReadTrace trace) {
    this.loader = loader;
    this.type = type;
    this.plan = plan;
    this.trace = trace;
    pending.batch.trace = trace;
  }

  /// The entry of the row, null when there is none. A managed instance is refreshed if asked.
  @Nullable EntityEntry read(Session session, Object id, RowLock lock, boolean refreshes) {
    if (refreshes || !lock.isNone()) {
      pending.fromDatabase = true;
      readsForward();
    }
    RootSelect select = type.rootSelect(plan, loader.descriptors());
    EntityReader reader = loader.reader(type, plan, 0, select.joined(), pending, refreshes);
    Flight flight = new Flight();
    boolean locksFirst = !lock.isNone() && !type.source.isOneTable();
    taken = !locksFirst;
    if (locksFirst) {
      loader.tableLocks().add(flight, type, List.of(id), lock, () -> taken = true);
    }
    RowConsumer rows =
        row -> {
          if (taken) {
            found = Objects.requireNonNull(reader.read(row));
          }
        };
    if (lock.isNone()) {
      flight.read(select.sql(), rows, EntityDescriptor.parameters(id));
    } else {
      String clause = locksFirst ? "" : lock.clause("t");
      flight.query(select.sql() + clause, rows, EntityDescriptor.parameters(id));
    }
    lookAhead(flight, id);
    session.run(flight);
    EntityEntry entry = found;
    if (entry != null && !ahead.isEmpty() && Keys.normal(entry.id).equals(Keys.normal(id))) {
      ahead.forEach(one -> give(one, entry));
    }
    PendingLoads more = below;
    if (more != null) {
      pending.addAll(more);
    }
    if (trace != null && entry != null) {
      trace.setRoot(entry);
    }
    loader.complete(pending);
    return entry;
  }

  /// Who locks or refreshes a row goes on with what is there now: collections that are touched
  /// later are not older than that.
  private void readsForward() {
    SharedRows shared = loader.shared();
    if (shared != null && !type.collections().isEmpty()) {
      shared.reads().askPosition();
    }
  }

  private void lookAhead(Flight flight, Object id) {
    FetchPlan own = plan.of(type.mapping.javaType());
    for (PluralAttribute attribute : type.plurals) {
      boolean isNamed = own.named().containsKey(attribute.name());
      if (isNamed || (!attribute.lazy() && own.keepsEager(attribute.name()))) {
        FetchPlan with = own.below(attribute.name());
        add(flight, id, attribute, with, loader.readerForOne(type, attribute, with, below()));
      }
    }
    for (ToOneAttribute attribute : type.inverseToOnes) {
      FetchPlan with = own.below(attribute.name());
      add(flight, id, attribute, with, new InverseReader(loader, attribute, with, below()));
    }
  }

  private PendingLoads below() {
    PendingLoads known = below;
    if (known == null) {
      known = new PendingLoads();
      known.batch.trace = trace;
      below = known;
    }
    return known;
  }

  private void add(
      Flight flight, Object id, Attribute attribute, FetchPlan with, OwnedReader reader) {
    if (!reader.refersToId() || !plan.treated().isEmpty()) {
      // What a plan names of subclasses is known when the class is.
      return;
    }
    reader.begin(List.of(Keys.normal(id)));
    reader
        .select()
        .addReadTo(
            flight,
            List.of(id),
            row -> {
              // Without its owner a row means nothing here.
              if (found != null) {
                reader.accept(row);
              }
            });
    ahead.add(new Ahead(attribute, with, reader));
  }

  /// Gives the owner what was read ahead, if it calls for it.
  private void give(Ahead one, EntityEntry owner) {
    if (pending.withdraw(owner, one.attribute(), one.plan())) {
      one.reader().distribute(Set.of(owner), null);
    }
  }
}
