package io.tiercel.jpa.query.syntax;

/// Anything with a value: conditions and scalar expressions share one grammar here, because a
/// condition may be selected and a boolean attribute may be a condition. The semantics refuses what
/// has no meaning.
public sealed interface Expression extends Node
    permits Predicate, Reference, Constant, Operation, FunctionCall {}
