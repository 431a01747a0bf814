package io.tiercel.inside.deploy;

/// What a deployment did. Immutable.
///
/// @param jar the jar's name
/// @param version the one that calls take from now on
/// @param isChanged whether the database was changed; not if it had the very same
public record Deployment(String jar, int version, boolean isChanged) {}
