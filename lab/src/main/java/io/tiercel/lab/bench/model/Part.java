package io.tiercel.lab.bench.model;

/// What the entities have in common that are generated to measure a start.
public interface Part {
  /// Its id.
  long getId();
}
