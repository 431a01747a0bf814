package io.tiercel.json.search;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A part of a result.
///
/// @param next where the next page begins; null if this is the last one
public record Page(List<Hit> hits, @Nullable String next) {
  public Page {
    hits = List.copyOf(hits);
  }
}
