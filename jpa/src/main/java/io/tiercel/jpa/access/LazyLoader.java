package io.tiercel.jpa.access;

/// Fills a lazy instance on first touch. Called at most once per instance unless it throws.
public interface LazyLoader {

  /// Fills the instance from its row, and calls [LazyInstance#tiercelLoaded()] on it; throws
  /// `EntityNotFoundException` when the row is gone.
  void load(LazyInstance instance);
}
