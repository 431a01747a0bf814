package io.tiercel.lab.check.node;

import io.tiercel.lab.check.history.Part;
import io.tiercel.lab.check.history.Write;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.concurrent.ThreadLocalRandom;

/// Adds the token of one write to another part of its key, by entities. Who adds to a collection
/// has locked its owner first, and finds by what it holds then where the token comes: a collection
/// out of the cache that lacks somebody's token would give its place away twice.
final class Growth {
  private final EntityManager manager;
  private final Write write;
  private final int key;
  private boolean isPrepared;

  Growth(EntityManager manager, Write write, int key) {
    this.manager = manager;
    this.write = write;
    this.key = key;
  }

  /// Half of the lines are written elsewhere first, in a transaction of their own, and then moved.
  void prepareLine() {
    isPrepared = ThreadLocalRandom.current().nextBoolean();
    if (isPrepared) {
      var spare = manager.getReference(Shelf.class, Shelf.SPARE);
      manager.persist(new Line(id(), spare, -write.number(), write.token()));
    }
  }

  void add(Part part) {
    switch (part) {
      case ROW -> {
        // It is written by who calls.
      }
      case LINES -> addLine();
      case TAGS -> {
        var tag = new Tag(id(), write.token());
        shelf().add(tag);
        manager.persist(tag);
      }
      case MARKS -> shelf().mark(write.token());
      case COIN ->
          manager.find(Coin.class, key, LockModeType.PESSIMISTIC_WRITE).append(write.token());
    }
  }

  private void addLine() {
    var shelf = shelf();
    int place = shelf.nextPlace();
    if (isPrepared) {
      manager.find(Line.class, id()).move(shelf, place, write.token());
    } else {
      manager.persist(new Line(id(), shelf, place, write.token()));
    }
  }

  private Shelf shelf() {
    return manager.find(Shelf.class, key, LockModeType.PESSIMISTIC_WRITE);
  }

  /// Of an element: no other write has it, in this round or another.
  private long id() {
    return ElementId.of(key, write);
  }
}
