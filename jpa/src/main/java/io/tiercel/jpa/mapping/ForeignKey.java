package io.tiercel.jpa.mapping;

import org.jspecify.annotations.Nullable;

/// What a foreign key column refers to, and the constraint that a generated schema gives it.
///
/// @param table the table referred to
/// @param column the column referred to, as PostgreSQL stores its name
/// @param name the constraint's name, null for the default
/// @param enforced false for `ConstraintMode.NO_CONSTRAINT`
/// @param definition text of the annotation to use instead of `foreign key … references …`
/// @param options SQL text put after it, empty for none
public record ForeignKey(
    Table table,
    String column,
    @Nullable String name,
    boolean enforced,
    @Nullable String definition,
    String options) {}
