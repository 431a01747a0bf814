package io.tiercel.json.search;

/// A value of a path and how many documents of a result have it.
///
/// @param value as the path's normalisation has it; what `index == "value"` finds within the result
///     are these documents
/// @param count exact
public record FacetCount(String value, long count) {}
