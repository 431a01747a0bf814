package io.tiercel.lab.check.run;

import io.tiercel.lab.check.history.History;
import io.tiercel.lab.check.history.Level;
import io.tiercel.lab.check.history.Part;
import io.tiercel.lab.check.history.ReadLog;
import io.tiercel.lab.check.node.CachedNode;
import io.tiercel.lab.check.node.NodeSession;
import io.tiercel.lab.check.node.Way;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/// Reads items, collections and coins at the level of its node, one session after the other.
/// Confined to one thread.
final class NodeReader implements Work {
  private static final int READS_OF_A_SESSION = 400;
  private static final long PAUSE_NANOS = 20_000;

  private final CachedNode node;
  private final History history;
  private final Keys keys;
  private final ReadLog log;

  NodeReader(CachedNode node, int number, History history, Keys keys) {
    this.node = node;
    this.history = history;
    this.keys = keys;
    log = history.log(node.level(), number);
  }

  @Override
  public void once(Stop stop) {
    try (var session = node.session(node.level(), Optional.empty())) {
      long number = history.newSession();
      for (int i = 0; i < READS_OF_A_SESSION && !stop.isSet(); i++) {
        switch (i % 6) {
          case 0, 3 -> readResult(session, number);
          case 1 -> readElements(session, number);
          case 2 -> readCoins(session, number);
          default -> readItems(session, number);
        }
        if (i % 8 == 0) {
          session.useTables();
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void readItems(NodeSession session, long number) {
    if (node.level() == Level.SNAPSHOT) {
      readPair(session, number);
    } else {
      read(session, number);
    }
  }

  private void read(NodeSession session, long number) {
    int key = keys.random();
    long start = System.nanoTime();
    var row = session.read(key, way());
    log.add(number, Part.ROW.of(key), start, System.nanoTime(), row);
  }

  private static Way way() {
    return switch (ThreadLocalRandom.current().nextInt(10)) {
      case 0 -> Way.QUERY;
      case 1, 2, 3 -> Way.READ_ONLY;
      case 4, 5 -> Way.UNIQUE;
      default -> Way.FIND;
    };
  }

  /// What one query brings is of one moment, at every level.
  private void readResult(NodeSession session, long number) {
    int key = keys.ofPair();
    long start = System.nanoTime();
    addTogether(number, Part.ROW.of(key), Part.ROW.of(key + 1), start, session.readPair(key));
  }

  private void addTogether(long number, int first, int second, long start, NodeSession.Pair pair) {
    long end = System.nanoTime();
    int transaction = log.newTransaction();
    log.add(number, first, start, end, pair.first(), transaction);
    log.add(number, second, start, end, pair.second(), transaction);
  }

  /// All of a snapshot is as old as its first read.
  private void readPair(NodeSession session, long number) {
    int key = keys.ofPair();
    long start = System.nanoTime();
    var pair = session.readTogether(key, key + 1, NodeReader::linger);
    addTogether(number, Part.ROW.of(key), Part.ROW.of(key + 1), start, pair);
  }

  /// Under one snapshot with the row that is written with it; else the collection must be as new as
  /// its level promises from when it is touched, however long ago its owner was read.
  private void readElements(NodeSession session, long number) {
    int key = keys.random();
    var part = Keys.partOfShelf();
    if (node.level() == Level.SNAPSHOT) {
      long start = System.nanoTime();
      var pair = session.readWithElements(part, key, NodeReader::linger);
      addTogether(number, Part.ROW.of(key), part.of(key), start, pair);
      return;
    }
    long[] touched = new long[1];
    var row =
        session.readElements(
            part,
            key,
            () -> {
              linger();
              touched[0] = System.nanoTime();
            });
    log.add(number, part.of(key), touched[0], System.nanoTime(), row);
  }

  private void readCoins(NodeSession session, long number) {
    int key = keys.ofPair();
    long start = System.nanoTime();
    var pair = session.readCoins(key);
    long end = System.nanoTime();
    log.add(number, Part.COIN.of(key), start, end, pair.first());
    log.add(number, Part.COIN.of(key + 1), start, end, pair.second());
  }

  private static void linger() {
    var random = ThreadLocalRandom.current();
    if (random.nextInt(4) == 0) {
      LockSupport.parkNanos(random.nextLong(100_000, 5_000_000));
    }
  }
}
