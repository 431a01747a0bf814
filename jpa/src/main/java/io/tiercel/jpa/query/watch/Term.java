package io.tiercel.jpa.query.watch;

/// What a piece of translated SQL is, beside its text. Immutable.
public sealed interface Term permits Operand, Condition {}
