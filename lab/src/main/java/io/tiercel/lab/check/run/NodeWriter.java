package io.tiercel.lab.check.run;

import io.tiercel.lab.check.history.History;
import io.tiercel.lab.check.history.Level;
import io.tiercel.lab.check.history.Part;
import io.tiercel.lab.check.history.ReadLog;
import io.tiercel.lab.check.node.CachedNode;
import io.tiercel.lab.check.node.NodeSession;
import io.tiercel.lab.check.node.Way;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/// Writes items, and collections or coins with them, by a node and looks at once what it and other
/// sessions see of that, here and, by the session's token, at another node. Confined to one
/// thread.
final class NodeWriter implements Work {
  private static final int WRITES_OF_A_SESSION = 50;
  private static final Way[] WAYS = Way.values();

  private final List<CachedNode> nodes;
  private final int number;
  private final History history;
  private final Keys keys;
  private final ReadLog here;
  private final List<ReadLog> elsewhere;

  /// @param number of its node among the nodes
  NodeWriter(List<CachedNode> nodes, int number, History history, Keys keys) {
    this.nodes = nodes;
    this.number = number;
    this.history = history;
    this.keys = keys;
    here = history.log(Level.SESSION, number);
    elsewhere =
        IntStream.range(0, nodes.size())
            .mapToObj(node -> history.log(Level.SESSION, node))
            .toList();
  }

  @Override
  public void once(Stop stop) {
    try (var session = nodes.get(number).session(Level.SESSION, Optional.empty())) {
      long name = history.newSession();
      for (int i = 0; i < WRITES_OF_A_SESSION && !stop.isSet(); i++) {
        int key = keys.random();
        var also = Keys.part();
        session.append(history.write(number, name), key, also);
        read(session, here, name, key);
        read(session, here, name, keys.random());
        readPart(session, here, name, key, also);
        if (ThreadLocalRandom.current().nextInt(4) == 0) {
          goOnElsewhere(session, name, key, also);
        }
        session.useTables();
      }
    }
  }

  private static void read(NodeSession session, ReadLog log, long name, int key) {
    long start = System.nanoTime();
    var row = session.read(key, WAYS[ThreadLocalRandom.current().nextInt(WAYS.length)]);
    log.add(name, Part.ROW.of(key), start, System.nanoTime(), row);
  }

  private static void readPart(NodeSession session, ReadLog log, long name, int key, Part part) {
    long start = System.nanoTime();
    switch (part) {
      case ROW -> {
        // It was read before.
      }
      case LINES, TAGS, MARKS -> {
        var row = session.readElements(part, key, () -> {});
        log.add(name, part.of(key), start, System.nanoTime(), row);
      }
      case COIN -> {
        int first = key - key % 2;
        var pair = session.readCoins(first);
        long end = System.nanoTime();
        log.add(name, part.of(first), start, end, pair.first());
        log.add(name, part.of(first + 1), start, end, pair.second());
      }
    }
  }

  /// What it has written must be seen there. What it has read is compared for each node apart: the
  /// token says where the session stands, not every row it has seen.
  private void goOnElsewhere(NodeSession session, long name, int key, Part also) {
    var token = session.token();
    if (token.isEmpty()) {
      return;
    }
    int other = ThreadLocalRandom.current().nextInt(nodes.size());
    try (var there = nodes.get(other).session(Level.SESSION, token)) {
      read(there, elsewhere.get(other), name, key);
      readPart(there, elsewhere.get(other), name, key, also);
    }
  }
}
