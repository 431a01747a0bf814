package io.tiercel.json.advisor;

/// The values of one expression in the sample. Immutable.
///
/// @param expression as it stands in queries
/// @param present the share of documents that have a value, 0 to 1
/// @param distinct different values in the sample
/// @param mostCommon the share of the most common value among those present, 0 to 1
/// @param meanBytes of a value
public record PathFacts(
    String expression, double present, long distinct, double mostCommon, double meanBytes) {}
