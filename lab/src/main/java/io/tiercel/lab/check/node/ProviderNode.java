package io.tiercel.lab.check.node;

import io.tiercel.cache.CacheState.Phase;
import io.tiercel.cache.RegionStatistics;
import io.tiercel.cache.SharedCache;
import io.tiercel.lab.check.history.Examination;
import io.tiercel.lab.check.history.Level;
import io.tiercel.lab.check.history.Part;
import io.tiercel.lab.check.server.CheckServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/// The provider with its shared cache, by its public interface alone. The change stream comes
/// through the server's gate, everything else directly.
public final class ProviderNode implements CachedNode {
  private static final long POLL_NANOS = 5_000_000;

  /// Bytes for some of the rows of a round.
  private static final String SMALL_HEAP = "131072";

  private final Level level;
  private final EntityManagerFactory factory;
  private final SharedCache cache;

  private ProviderNode(Level level, EntityManagerFactory factory) {
    this.level = level;
    this.factory = factory;
    this.cache = factory.getCache().unwrap(SharedCache.class);
  }

  /// Opens a unit whose readers have the level.
  public static ProviderNode open(CheckServer server, Level level, NodeOptions options) {
    var configuration =
        new PersistenceConfiguration("tiercel-check-" + level.name().toLowerCase(Locale.ROOT))
            .provider("io.tiercel.jpa.TiercelPersistenceProvider")
            .managedClass(Item.class)
            .managedClass(Note.class)
            .managedClass(Shelf.class)
            .managedClass(Line.class)
            .managedClass(Tag.class)
            .managedClass(Coin.class)
            .managedClass(Crate.class)
            .managedClass(Thing.class)
            .managedClass(Piece.class)
            .managedClass(Label.class)
            .managedClass(Rate.class)
            .property("jakarta.persistence.jdbc.url", server.tiercelUrl())
            .property("jakarta.persistence.jdbc.user", server.user())
            .property("jakarta.persistence.jdbc.password", server.password())
            .property("tiercel.pool.max-connections", "8")
            .property("tiercel.cache", options.byJournal() ? "journal" : "on")
            .property("tiercel.cache.url", server.gatedUrl())
            .property(
                "tiercel.cache.user", options.byJournal() ? CheckServer.PLAIN_ROLE : server.user())
            .property(
                "tiercel.cache.password",
                options.byJournal() ? CheckServer.PLAIN_ROLE : server.password())
            .property("tiercel.cache.whole", "Coin, Rate")
            // What histories are about has the level by its name, all else what is left.
            .property("tiercel.cache.level", name(Level.EVENTUAL));
    for (var entity : List.of("Item", "Shelf", "Line", "Tag", "Coin")) {
      configuration.property("tiercel.cache.level." + entity, name(level));
    }
    if (options.hasTier()) {
      configuration
          .property("tiercel.cache.bytes", SMALL_HEAP)
          .property("tiercel.cache.tier.directory", server.tierDirectory(level.name()).toString())
          .property("tiercel.cache.tier.bytes", "4m");
    }
    if (options.hasSlot()) {
      configuration.property(
          "tiercel.cache.slot", "permanent " + level.name().toLowerCase(Locale.ROOT));
    }
    return new ProviderNode(level, configuration.createEntityManagerFactory());
  }

  static String name(Level level) {
    return switch (level) {
      case EVENTUAL -> "eventual";
      case BOUNDED -> "bounded %d ms".formatted(Examination.BOUND.toMillis());
      case SESSION -> "session";
      case STRONG -> "strong";
      case SNAPSHOT -> "snapshot";
    };
  }

  @Override
  public Level level() {
    return level;
  }

  @Override
  public NodeSession session(Level sessionLevel, Optional<Object> token) {
    var properties = new HashMap<String, Object>();
    if (sessionLevel != level) {
      properties.put("tiercel.cache.level", name(sessionLevel));
    }
    token.ifPresent(known -> properties.put("tiercel.cache.token", known));
    if (sessionLevel == Level.SNAPSHOT) {
      properties.put("tiercel.transaction.isolation", "repeatable read");
    }
    return new ProviderSession(factory.createEntityManager(properties));
  }

  @Override
  public boolean awaitReady(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (cache.state().phase() != Phase.FOLLOWING) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      use();
      LockSupport.parkNanos(POLL_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return true;
  }

  /// Nothing is followed before a cached entity is used.
  private void use() {
    try (var manager = factory.createEntityManager()) {
      var unused = manager.find(Item.class, 0);
    } catch (PersistenceException e) {
      // The server is not there yet: the deadline decides.
    }
  }

  @Override
  public boolean awaitApplied(long position, Duration limit) throws InterruptedException {
    return cache.coherence().session().awaitApplied(position, limit.toNanos());
  }

  @Override
  public Optional<StoredItem> stored(int key) {
    if (!factory.getCache().contains(Item.class, key)) {
      return Optional.empty();
    }
    return eventual(manager -> Optional.of(manager.find(Item.class, key).state()));
  }

  private interface Look<T> {
    T at(EntityManager manager);
  }

  private <T> T eventual(Look<T> look) {
    try (var manager =
        factory.createEntityManager(Map.of("tiercel.cache.level", name(Level.EVENTUAL)))) {
      return look.at(manager);
    }
  }

  @Override
  public List<StoredItem> pair(int first) {
    return eventual(manager -> ItemPairs.states(manager, first));
  }

  @Override
  public Hits hits() {
    var tier = cache.tier();
    Map<Boolean, Long> byKind =
        cache.statistics().stream()
            .collect(
                Collectors.partitioningBy(
                    ProviderNode::isOfCollection, Collectors.summingLong(RegionStatistics::hits)));
    return new Hits(
        byKind.getOrDefault(false, 0L),
        byKind.getOrDefault(true, 0L),
        cache.results().hits(),
        tier == null ? 0 : tier.hits());
  }

  /// Of a join table, or of a table of values: they are called by entity and attribute.
  private static boolean isOfCollection(RegionStatistics region) {
    return region.region().indexOf('.') >= 0;
  }

  @Override
  public Optional<String> part(Part part, int key) {
    return Optional.of(
        eventual(
            manager ->
                switch (part) {
                  case ROW -> manager.find(Item.class, key).getLog();
                  case LINES, TAGS, MARKS -> manager.find(Shelf.class, key).log(part);
                  case COIN -> {
                    var pair = Coin.read(manager, key - key % 2);
                    yield key % 2 == 0 ? pair.first() : pair.second();
                  }
                }));
  }

  @Override
  public TableCheck checkTables(Connection connection) throws SQLException {
    var check = new TableCheck();
    CrateTable.check(check, question -> eventual(question::apply), connection);
    var table = NoteTable.read(connection);
    for (int id = 1; id <= NoteTable.IDS; id++) {
      int key = id;
      if (factory.getCache().contains(Note.class, key)) {
        check.compare("note " + key, stored(key, Note.class), table.note(key));
      }
    }
    for (int code = 0; code < NoteTable.CODES; code++) {
      var text = NoteTable.code(code);
      check.compare(
          "the note of code " + text,
          eventual(manager -> NoteTable.byCode(manager, text)),
          table.byCode(text));
    }
    for (int bucket = 0; bucket < NoteTable.BUCKETS; bucket++) {
      int number = bucket;
      check.compare(
          "bucket " + bucket,
          eventual(manager -> NoteTable.byBucket(manager, number)),
          table.byBucket(number));
    }
    return check;
  }

  private List<String> stored(int id, Class<Note> type) {
    return eventual(
        manager -> {
          var states = new ArrayList<String>();
          var note = manager.find(type, id);
          if (note != null) {
            states.add(note.state());
          }
          return states;
        });
  }

  @Override
  public void close() {
    factory.close();
  }
}
