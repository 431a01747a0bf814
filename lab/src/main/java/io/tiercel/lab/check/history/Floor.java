package io.tiercel.lab.check.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// How many tokens a read of a row must show at least, by when it began: a step function that only
/// rises. Filled first, asked afterwards.
final class Floor {
  private final List<Step> steps = new ArrayList<>();
  private boolean isSorted = true;

  private record Step(long time, int tokens) {}

  /// Whoever begins after `time` must see that many.
  void raise(long time, int tokens) {
    steps.add(new Step(time, tokens));
    isSorted = false;
  }

  /// What a read that began at `time` must show.
  int at(long time) {
    if (!isSorted) {
      sort();
    }
    int low = 0;
    int high = steps.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (steps.get(middle).time - time < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? 0 : steps.get(low - 1).tokens;
  }

  private void sort() {
    steps.sort(Comparator.comparingLong(Step::time));
    int most = 0;
    for (int i = 0; i < steps.size(); i++) {
      most = Math.max(most, steps.get(i).tokens);
      steps.set(i, new Step(steps.get(i).time, most));
    }
    isSorted = true;
  }
}
