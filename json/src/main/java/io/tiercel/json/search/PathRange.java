package io.tiercel.json.search;

/// Two paths that are the bounds of a range, for `encloses` and `within`. Immutable.
///
/// @param from the name of the mapped path to the lower bound, which is part of the range
/// @param to the name of the mapped path to the upper one, which is too
public record PathRange(String from, String to) {}
