package io.tiercel.jpa.query.syntax;

import org.jspecify.annotations.Nullable;

/// One item of a select clause or of a constructor expression.
///
/// @param alias the result variable, or null
public record SelectItem(int at, Expression expression, @Nullable String alias) implements Node {}
