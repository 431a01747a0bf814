package io.tiercel.processor;

/// A persistent attribute, as the metamodel class shows it.
///
/// @param type the interface of the metamodel: `SingularAttribute` and the like
/// @param arguments the types between its angle brackets after the class's own
record Attribute(String name, String type, String arguments) {}
