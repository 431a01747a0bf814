package io.tiercel.jpa.query.syntax;

/// An identification variable where it is declared. Its name is kept as written; names are compared
/// without regard to case (specification 4.4.2).
public record Variable(int at, String name) implements Node {}
