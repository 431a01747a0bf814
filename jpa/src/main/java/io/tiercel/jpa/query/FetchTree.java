package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.Map;

/// The associations to fetch of entities that are not in the result's rows themselves: the elements
/// of a fetched collection, and what they lead to. Each level can be loaded for all its owners
/// together.
///
/// @param toOnes each with what is fetched of its target
/// @param collections each with what is fetched of its elements
public record FetchTree(
    Map<ToOneAttribute, FetchTree> toOnes, Map<PluralAttribute, FetchTree> collections) {

  /// Nothing to fetch.
  public static final FetchTree NONE = new FetchTree(Map.of(), Map.of());

  /// Copies the maps.
  public FetchTree {
    toOnes = Map.copyOf(toOnes);
    collections = Map.copyOf(collections);
  }

  /// Whether there is nothing to fetch.
  public boolean isEmpty() {
    return toOnes.isEmpty() && collections.isEmpty();
  }

  /// Whether anything is fetched of what this fetches.
  public boolean hasLevels() {
    return hasLevels(toOnes) || hasLevels(collections);
  }

  /// A loop, because every query asks.
  private static boolean hasLevels(Map<?, FetchTree> trees) {
    if (trees.isEmpty()) {
      return false;
    }
    for (FetchTree below : trees.values()) {
      if (!below.isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
