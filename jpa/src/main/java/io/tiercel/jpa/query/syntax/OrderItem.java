package io.tiercel.jpa.query.syntax;

import org.jspecify.annotations.Nullable;

/// An element of an order by clause (specification 4.9).
///
/// @param nulls where nulls go, or null when the query does not say
public record OrderItem(int at, Expression expression, boolean descending, @Nullable Nulls nulls)
    implements Node {

  /// The place of nulls.
  public enum Nulls {
    FIRST,
    LAST
  }
}
