package io.tiercel.jpa.criteria.extension;

import jakarta.persistence.criteria.Expression;

/// A function that only a window may call, such as `rank()`.
///
/// @param <T> what it gives
public interface WindowFunction<T> {

  /// The function over that window. It stands in the select and order by clauses.
  Expression<T> over(Window window);
}
