package io.tiercel.jpa.load;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.coherence.BoundedReads;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.EventualReads;
import io.tiercel.cache.coherence.OwnWrite;
import io.tiercel.cache.coherence.Reads;
import io.tiercel.cache.coherence.SessionReads;
import io.tiercel.cache.coherence.Source;
import io.tiercel.cache.coherence.StrongReads;
import io.tiercel.cache.query.Results;
import io.tiercel.cache.query.UniqueIndex;
import io.tiercel.jpa.shared.Consistency;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.shared.SharedEntity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which stored rows one persistence context may be served, by the level of consistency in force.
/// Confined to its thread.
public final class SharedReads {
  private static final Reads EVENTUAL = new EventualReads();
  private static final Consistency STRONG =
      new Consistency(Consistency.Level.STRONG, Duration.ZERO);

  private final SharedEntities entities;
  private final Coherence coherence;

  /// Of the EntityManager or the operation; null for those of the entities and of the unit.
  private @Nullable Consistency consistency;

  /// Null as long as there is nothing that it would have to see.
  private @Nullable SessionReads session;

  private @Nullable Reads current;

  /// Whether rows were served of which the stream may not have brought everything. Another one
  /// under the same key is never older; a stored result may be.
  private boolean isBehindRows;

  /// Whether results were: rows, and other results, may be older.
  private boolean isBehindResults;

  /// Which one, as long as it is one.
  private @Nullable Entry<?> aheadResult;

  /// What [#current] is for.
  private @Nullable Consistency currentLevel;

  SharedReads(SharedEntities entities, Coherence coherence) {
    this.entities = entities;
    this.coherence = coherence;
  }

  public void setConsistency(@Nullable Consistency level) {
    consistency = level;
  }

  /// What is in force for an entity.
  Consistency.Level level(SharedEntity entity) {
    return consistency(entity).level();
  }

  private Consistency consistency(SharedEntity entity) {
    if (consistency != null) {
      return consistency;
    }
    Consistency ofEntity = entity.consistency();
    return ofEntity == null ? entities.settings().consistency() : ofEntity;
  }

  /// How long the stream may be waited for.
  long timeoutNanos() {
    return entities.settings().readTimeout().toNanos();
  }

  @Nullable Entry<CachedValue> hit(SharedEntity entity, Object id) {
    Consistency level = consistency(entity);
    if (isBehindResults && entity.region().peek(id) != null) {
      var unused = catchUp(level);
    }
    Entry<CachedValue> entry = hit(reads(level), entity, id);
    isBehindRows |= entry != null && mayBeAhead(entry);
    return entry;
  }

  private boolean mayBeAhead(Entry<?> served) {
    return !coherence.session().hasBrought(served);
  }

  /// What is served now may be a copy of a row of which the session has seen another copy: it must
  /// not be older.
  ///
  /// @return whether the level promises that
  private boolean catchUp(Consistency level) {
    if (level.level() != Consistency.Level.SESSION && level.level() != Consistency.Level.SNAPSHOT) {
      return false;
    }
    askPosition();
    isBehindRows = false;
    isBehindResults = false;
    aheadResult = null;
    return true;
  }

  @Nullable Entry<CachedValue> hit(Reads by, SharedEntity entity, Object id) {
    try {
      return entity.region().hit(by, id);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /// A row that belongs to what a [hit][#hit(List, Results, Object)] of this read has told: where
  /// that had to wait for the stream, this need not.
  @Nullable Entry<CachedValue> hitBehind(Entry<?> told, SharedEntity entity, Object id) {
    if (level(entity) != Consistency.Level.STRONG) {
      return hit(entity, id);
    }
    Entry<CachedValue> found = hit(EVENTUAL, entity, id);
    return found != null && found.session().equals(told.session()) ? found : null;
  }

  /// The stored result of a query, or members of a collection, if the levels of all entities that
  /// it was made of allow it.
  <K, V> @Nullable Entry<V> hit(List<SharedEntity> of, Results<K, V> results, K key) {
    Consistency level = consistency(of);
    try {
      Entry<V> entry = results.hit(reads(level), key);
      return told(isToCatchUp(entry, level) ? results.hit(reads(level), key) : entry);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /// Something that was made of rows, and has copies of them.
  ///
  /// @param otherwise the level of all of them, where the EntityManager and the operation name none
  public <K, V> @Nullable Entry<V> hit(Consistency otherwise, Source<K, V> source, K key) {
    Consistency level = consistency == null ? otherwise : consistency;
    try {
      Entry<V> entry = reads(level).hit(source, key);
      return told(isToCatchUp(entry, level) ? reads(level).hit(source, key) : entry);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /// What was made of rows of an entity.
  <K, V> @Nullable Entry<V> hit(SharedEntity of, Source<K, V> source, K key) {
    return hit(consistency(of), source, key);
  }

  /// What an index by unique columns knows of these values.
  <K> @Nullable Entry<Optional<K>> find(
      SharedEntity of, UniqueIndex<K> index, List<? extends @Nullable Object> values) {
    Consistency level = consistency(of);
    try {
      Entry<Optional<K>> entry = index.find(reads(level), values);
      // One that names a row leads to that, which is compared with the values.
      if (isOfNone(entry) && isToCatchUp(entry, level)) {
        entry = index.find(reads(level), values);
      }
      return isOfNone(entry) ? told(entry) : entry;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static boolean isOfNone(@Nullable Entry<? extends Optional<?>> entry) {
    return entry != null && entry.value().isEmpty();
  }

  /// Whether the stream had to be waited for, as this may be older than what was served: then it
  /// has to be looked up once more.
  private boolean isToCatchUp(@Nullable Entry<?> entry, Consistency level) {
    return entry != null && mayBeOlder(entry) && catchUp(level);
  }

  /// What is served, with what follows from that for what is served later.
  private <V> @Nullable Entry<V> told(@Nullable Entry<V> entry) {
    if (entry != null && mayBeAhead(entry)) {
      aheadResult = isBehindResults && mayBeOlder(entry) ? null : entry;
      isBehindResults = true;
    }
    return entry;
  }

  /// As above, by a level of its own.
  <K, V> @Nullable Entry<V> hit(Reads by, Results<K, V> results, K key) {
    try {
      return results.hit(by, key);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  @SuppressWarnings("ReferenceEquality") // whether this very result was served
  private boolean mayBeOlder(Entry<?> result) {
    return isBehindRows || (isBehindResults && aheadResult != result);
  }

  /// Levels that differ do not include each other, but STRONG has what all of them promise.
  private Consistency consistency(List<SharedEntity> entities) {
    Consistency first = consistency(entities.getFirst());
    for (int i = 1; i < entities.size(); i++) {
      if (!consistency(entities.get(i)).equals(first)) {
        return STRONG;
      }
    }
    return first;
  }

  private Reads reads(Consistency level) {
    Reads known = current;
    if (known == null || !level.equals(currentLevel)) {
      known = choose(level);
      current = known;
      currentLevel = level;
    }
    return known;
  }

  private Reads choose(Consistency level) {
    return switch (level.level()) {
      case EVENTUAL -> EVENTUAL;
      case BOUNDED -> new BoundedReads(coherence, level.bound().toNanos());
      case SESSION, SNAPSHOT -> ofSession();
      case STRONG -> new StrongReads(coherence, entities::position, timeoutNanos());
    };
  }

  private Reads ofSession() {
    SessionReads known = session;
    return known == null ? EVENTUAL : known;
  }

  /// The database is quicker asked than the stream waited for.
  private SessionReads session() {
    SessionReads known = session;
    if (known == null) {
      known = new SessionReads(coherence, 0);
      session = known;
      current = null;
    }
    return known;
  }

  /// The session has written something nobody knows of, or has read what may be ahead of what is
  /// stored, up to an unknown position.
  void askPosition() {
    session().seen(entities::position);
  }

  /// The session has committed a transaction on this node.
  void committed(OwnWrite write, int xid, long upTo) {
    session().committed(write, xid, upTo);
  }

  /// For another node: a position of the log.
  public long token() {
    return session == null ? 0 : session.token();
  }

  /// The session goes on here, from another node.
  public void resume(long token) {
    session().resume(token);
  }
}
