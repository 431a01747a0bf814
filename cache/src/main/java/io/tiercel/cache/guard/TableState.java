package io.tiercel.cache.guard;

import org.jspecify.annotations.Nullable;

/// What the catalog says of a cached table. Immutable.
///
/// @param obstacle why its changes may escape the stream; null if they do not
/// @param isFit whether it could be published, and its changes then be followed
/// @param isPublished whether the publication has it
/// @param fingerprint differs once the definition of the table, its partitions, its keys or the
///     like was changed
public record TableState(
    @Nullable Obstacle obstacle, boolean isFit, boolean isPublished, String fingerprint) {

  void ifFitButUnpublished(Runnable action) {
    if (isFit && !isPublished) {
      action.run();
    }
  }
}
