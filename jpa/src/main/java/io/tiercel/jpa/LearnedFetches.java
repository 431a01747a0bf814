package io.tiercel.jpa;

import java.util.Map;
import java.util.Set;

/// What a factory with `tiercel.fetch = learn` has learned so far: a snapshot, from
/// `factory.unwrap(LearnedFetches.class)`. Immutable.
///
/// @param paths of associations that reads bring with what they read, with slashes between the
///     attributes, by the kinds of reads: `find Order` brings `lines` and `lines/product`
public record LearnedFetches(Map<String, Set<String>> paths) {

  /// Copies the map.
  public LearnedFetches {
    paths = Map.copyOf(paths);
  }
}
