package io.tiercel.jpa.query.syntax;

/// `target = value` in a bulk update.
public record Assignment(int at, Reference.Path target, Expression value) implements Node {}
