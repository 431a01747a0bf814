package io.tiercel.json.advisor;

/// What writes take, measured on the sample. Immutable.
///
/// @param insertMicros for a row
/// @param insertWalBytes for a row
/// @param updateMicros for a change of another member of a document
/// @param hotShare of such updates that are HOT, 0 to 1
public record WriteCost(
    double insertMicros, double insertWalBytes, double updateMicros, double hotShare) {}
