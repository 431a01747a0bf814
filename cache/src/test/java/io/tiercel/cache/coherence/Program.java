package io.tiercel.cache.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A process without branches.
public final class Program implements Actor {
  private final List<Supplier<Boolean>> steps = new ArrayList<>();
  private int at;
  private boolean isToRepeat;

  /// What it remembers from one step to another; part of its state.
  public @Nullable Object memory;

  /// What else decides how it goes on; part of its state.
  @Nullable Object detail;

  /// Without any step yet.
  public Program() {}

  /// A step that can always be made.
  public Program then(Runnable step) {
    steps.add(
        () -> {
          step.run();
          return true;
        });
    return this;
  }

  /// A step that has to wait while it answers false.
  public Program when(Supplier<Boolean> step) {
    steps.add(step);
    return this;
  }

  /// A step that is made again and again until it answers true.
  Program until(Supplier<Boolean> step) {
    return then(() -> isToRepeat = !step.get());
  }

  @Override
  public boolean step() {
    if (at == steps.size() || !steps.get(at).get()) {
      return false;
    }
    at += isToRepeat ? 0 : 1;
    isToRepeat = false;
    return true;
  }

  @Override
  public String state() {
    return at + ":" + memory + (detail == null ? "" : ":" + detail);
  }
}
