package io.tiercel.lab.check.run;

import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/// The items of one round: few, so that everybody meets. Immutable.
///
/// @param first the least id, odd or even pairs begin there
record Keys(int first) {
  static final int COUNT = 24;

  int random() {
    return first + ThreadLocalRandom.current().nextInt(COUNT);
  }

  /// The first of two that are written together.
  int ofPair() {
    return first + ThreadLocalRandom.current().nextInt(COUNT / 2) * 2;
  }

  IntStream all() {
    return IntStream.range(first, first + COUNT);
  }

  Keys next() {
    return new Keys(first + COUNT);
  }
}
