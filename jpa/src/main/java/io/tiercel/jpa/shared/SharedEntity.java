package io.tiercel.jpa.shared;

import io.tiercel.cache.RowRegion;
import org.jspecify.annotations.Nullable;

/// An entity type whose rows are in the shared cache. Immutable.
///
/// @param entities of its unit
/// @param region of its hierarchy
/// @param isStored whether rows of exactly this type are stored; those of its subtypes may be
/// @param isOneRow whether its state stands in one row of one table
/// @param consistency its level, where the EntityManager and the operation name none; null for the
///     unit's
public record SharedEntity(
    SharedEntities entities,
    RowRegion region,
    boolean isStored,
    boolean isOneRow,
    @Nullable Consistency consistency) {}
