package io.tiercel.lab.check.node;

import io.tiercel.lab.check.history.Part;
import io.tiercel.lab.check.history.Write;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// A session of the provider: one EntityManager that is cleared after every unit of work.
final class ProviderSession implements NodeSession {
  private static final Map<String, Object> READ_ONLY = Map.of("tiercel.read-only", true);

  private final EntityManager manager;
  private final CrateSession crates;

  ProviderSession(EntityManager manager) {
    this.manager = manager;
    crates = new CrateSession(manager);
  }

  @Override
  public String read(int key, Way way) {
    var log = item(key, way).getLog();
    manager.clear();
    return log;
  }

  private Item item(int key, Way way) {
    return switch (way) {
      case FIND -> manager.find(Item.class, key);
      case READ_ONLY -> manager.find(Item.class, key, READ_ONLY);
      case UNIQUE -> byName(key);
      case QUERY ->
          manager
              .createQuery("select i from Item i where i.id between :key and :key", Item.class)
              .setParameter("key", key)
              .getSingleResult();
    };
  }

  private Item byName(int key) {
    return manager
        .createQuery("select i from Item i where i.name = :name", Item.class)
        .setParameter("name", Item.name(key))
        .getSingleResult();
  }

  @Override
  public Pair readPair(int first) {
    try {
      return ItemPairs.read(manager, first);
    } finally {
      manager.clear();
    }
  }

  @Override
  public Pair readTogether(int first, int second, Runnable between) {
    manager.getTransaction().begin();
    try {
      var one = manager.find(Item.class, first).getLog();
      between.run();
      return new Pair(one, manager.find(Item.class, second).getLog());
    } finally {
      end();
    }
  }

  /// Reads need no COMMIT to be answered.
  private void end() {
    var transaction = manager.getTransaction();
    if (transaction.isActive()) {
      transaction.rollback();
    }
    manager.clear();
  }

  @Override
  public String readElements(Part part, int key, Runnable between) {
    try {
      var shelf = manager.find(Shelf.class, key);
      between.run();
      return shelf.log(part);
    } finally {
      manager.clear();
    }
  }

  @Override
  public Pair readWithElements(Part part, int key, Runnable between) {
    manager.getTransaction().begin();
    try {
      var row = manager.find(Item.class, key).getLog();
      between.run();
      return new Pair(row, manager.find(Shelf.class, key).log(part));
    } finally {
      end();
    }
  }

  @Override
  public Pair readCoins(int first) {
    try {
      return Coin.read(manager, first);
    } finally {
      manager.clear();
    }
  }

  @Override
  public void append(Write write, int key, Part also) {
    var growth = new Growth(manager, write, key);
    var transaction = manager.getTransaction();
    if (also == Part.LINES) {
      transaction.begin();
      growth.prepareLine();
      commitOrEnd();
    }
    transaction.begin();
    try {
      // In this order, as foreign writers do: an item may be written no sooner than by the flush.
      growth.add(also);
      change(write.token(), key);
      if (ThreadLocalRandom.current().nextInt(10) == 0) {
        manager.flush();
        transaction.rollback();
        write.rolledBack();
        return;
      }
      transaction.commit();
      write.committed();
    } catch (OptimisticLockException e) {
      write.rolledBack();
    } catch (RollbackException e) {
      if (e.getCause() instanceof OptimisticLockException) {
        write.rolledBack();
      } else {
        throw e;
      }
    } finally {
      end();
    }
  }

  private void commitOrEnd() {
    try {
      manager.getTransaction().commit();
    } finally {
      end();
    }
  }

  private void change(String token, int key) {
    switch (ThreadLocalRandom.current().nextInt(8)) {
      case 0 ->
          manager
              .createQuery(
                  "update Item i set i.log = concat(i.log, :token), i.version = i.version + 1"
                      + " where i.id = :key")
              .setParameter("token", token)
              .setParameter("key", key)
              .executeUpdate();
      case 1 ->
          manager
              .createNativeQuery(
                  "update item set log = log || ?1, version = version + 1 where id = ?2")
              .setParameter(1, token)
              .setParameter(2, key)
              .executeUpdate();
      case 2, 3, 4 -> manager.find(Item.class, key, LockModeType.PESSIMISTIC_WRITE).append(token);
      // Maybe on a row out of the cache that is not the newest: then the version tells.
      default -> manager.find(Item.class, key).append(token);
    }
  }

  @Override
  public void useTables() {
    try {
      switch (ThreadLocalRandom.current().nextInt(16)) {
        case 0, 1 -> changeCrates();
        case 2, 3, 4, 5, 6, 7, 8, 9 -> crates.ask();
        case 10 -> {
          var unused = manager.find(Shelf.class, Shelf.SPARE).log(Part.LINES);
        }
        default -> useNotes();
      }
    } finally {
      end();
    }
  }

  private void changeCrates() {
    manager.getTransaction().begin();
    try {
      crates.change();
      manager.getTransaction().commit();
    } catch (PersistenceException e) {
      if (!isConflict(e)) {
        throw e;
      }
    }
  }

  private void useNotes() {
    var random = ThreadLocalRandom.current();
    int id = random.nextInt(NoteTable.IDS) + 1;
    switch (random.nextInt(8)) {
      case 0 -> changeNote(id);
      case 1, 2 -> NoteTable.byBucket(manager, random.nextInt(NoteTable.BUCKETS));
      case 3, 4, 5 -> NoteTable.byCode(manager, NoteTable.code(random.nextInt(NoteTable.CODES)));
      default -> {
        var unused = manager.find(Note.class, id);
      }
    }
  }

  private void changeNote(int id) {
    var random = ThreadLocalRandom.current();
    manager.getTransaction().begin();
    try {
      var note = manager.find(Note.class, id, LockModeType.PESSIMISTIC_WRITE);
      if (note == null) {
        manager.persist(
            new Note(
                id,
                NoteTable.code(random.nextInt(NoteTable.CODES)),
                random.nextInt(NoteTable.BUCKETS),
                "by entity"));
      } else if (random.nextInt(3) == 0) {
        manager.remove(note);
      } else {
        note.move(random.nextInt(NoteTable.BUCKETS));
      }
      manager.getTransaction().commit();
    } catch (PersistenceException e) {
      if (!isConflict(e)) {
        throw e;
      }
    }
  }

  /// Another note has the code, or the same id.
  private static boolean isConflict(PersistenceException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).contains("duplicate key")
          || cause instanceof OptimisticLockException) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Optional<Object> token() {
    return Optional.ofNullable(manager.getProperties().get("tiercel.cache.token"));
  }

  @Override
  public void close() {
    manager.close();
  }
}
