package io.tiercel.cache.tier;

/// What one run of a process knows of a record and no other run may trust: five numbers that the
/// store keeps beside it. Immutable.
///
/// @param session what the other numbers are about: a random number, so that those of an earlier
///     run are told apart
public record Admission(long session, long admitted, long epoch, long upTo, long snapshots) {
  /// Of a record of which nothing is known yet.
  public static final Admission NONE = new Admission(0, 0, 0, 0, 0);
}
