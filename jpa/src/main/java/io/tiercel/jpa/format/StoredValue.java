package io.tiercel.jpa.format;

import org.jspecify.annotations.Nullable;

/// A value in a format, as a statement reads it. Immutable.
///
/// @param sql the expression, which binds as closely as a column does
/// @param row what qualifies the columns beside its own, null where it is not just a column
public record StoredValue(String sql, @Nullable String row) {}
