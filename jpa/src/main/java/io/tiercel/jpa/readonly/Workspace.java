package io.tiercel.jpa.readonly;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.load.Finder;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.load.SharedRows;
import io.tiercel.jpa.session.ConnectionSource;
import io.tiercel.jpa.session.JdbcAccess;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.shared.Consistency;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.write.TableCatalog;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionStatistics;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A context without a transaction, in which instances come about as in any other; what is shared
/// is copied from it. Confined to one thread, and used for one copy.
final class Workspace {
  /// What is stored shows whatever the stream had brought when the copy's root was found.
  private static final Consistency EVENTUAL =
      new Consistency(Consistency.Level.EVENTUAL, Duration.ZERO);

  private final IdentityMap identities;
  private final Loader loader;
  private final Finder finder;

  /// @param beforeDatabase called each time before the database is asked for something
  Workspace(
      SharedEntities entities,
      Descriptors descriptors,
      TableCatalog catalog,
      Runnable beforeDatabase) {
    Session session = new Session(new Announced(entities.besideUnits(), beforeDatabase));
    SharedRows shared = new SharedRows(entities, session, catalog);
    shared.reads().setConsistency(EVENTUAL);
    shared.looksUpEach();
    session.watch(shared);
    identities = new IdentityMap(descriptors);
    loader = new Loader(session, descriptors, identities, catalog, shared);
    finder = new Finder(loader, session, null);
  }

  /// The entry of an id, with what its mapping says; null when there is no row.
  @Nullable EntityEntry find(EntityDescriptor type, Object id) {
    return finder.find(type, id, FetchPlan.MAPPING);
  }

  /// The entry of an instance that has come from here.
  EntityEntry entry(Object instance) {
    return Objects.requireNonNull(identities.of(instance), "every instance has an entry");
  }

  /// Loads what is not loaded yet.
  void load(EntityEntry entry) {
    loader.load((LazyInstance) entry.instance);
  }

  /// Says so before it hands out a connection.
  private record Announced(ConnectionSource source, Runnable before) implements ConnectionSource {
    @Override
    public Connection acquire() {
      before.run();
      return source.acquire();
    }

    @Override
    public void release(Connection connection) {
      source.release(connection);
    }

    @Override
    public JdbcAccess jdbc(Connection borrowed) {
      return source.jdbc(borrowed);
    }

    @Override
    public ConnectionStatistics statistics() {
      return source.statistics();
    }

    @Override
    public void close() {
      // The source belongs to others.
    }
  }
}
