package io.tiercel.cache.coherence;

/// A process of a simulation. It makes a step, or says that it has to wait, or has ended.
public interface Actor {

  /// False when it cannot go on now; then nothing has changed.
  boolean step();

  /// All of its own that decides what it does next.
  String state();
}
