package io.tiercel.lab.check.run;

import io.tiercel.lab.check.history.Part;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/// The items of one round: few, so that everybody meets. Immutable.
///
/// @param first the least id, even: pairs begin there
record Keys(int first) {
  static final int COUNT = 24;

  int last() {
    return first + COUNT - 1;
  }

  int random() {
    return first + ThreadLocalRandom.current().nextInt(COUNT);
  }

  /// The first of two that are written together.
  int ofPair() {
    return first + ThreadLocalRandom.current().nextInt(COUNT / 2) * 2;
  }

  /// What is written beside the row of a key.
  static Part part() {
    var parts = Part.values();
    return parts[ThreadLocalRandom.current().nextInt(parts.length)];
  }

  /// Of a collection.
  static Part partOfShelf() {
    return switch (ThreadLocalRandom.current().nextInt(3)) {
      case 0 -> Part.LINES;
      case 1 -> Part.TAGS;
      default -> Part.MARKS;
    };
  }

  IntStream all() {
    return IntStream.range(first, first + COUNT);
  }

  Keys next() {
    return new Keys(first + COUNT);
  }
}
