package io.tiercel.jpa.query.syntax;

import org.jspecify.annotations.Nullable;

/// A join (specification 4.4.5).
///
/// @param fetch whether the association is fetched with its owner
/// @param source a [Reference.Path] or, around one, a [Reference.Treat]; a path of one name joins
///     an entity
/// @param variable null where the query names none
/// @param on the join condition, or null
public record Join(
    int at,
    boolean outer,
    boolean fetch,
    Expression source,
    @Nullable Variable variable,
    @Nullable Expression on)
    implements Node {}
