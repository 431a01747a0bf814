package io.tiercel.inside.xml.stream;

/// A step of a row's path. Immutable.
///
/// @param isDescendant `//`, else `/`
/// @param condition its predicates
record Step(boolean isDescendant, NameTest name, Condition condition) {}
