package io.tiercel.json.marc;

/// A record that could not be read or stored.
///
/// @param number counted from 1, good and bad ones alike
/// @param place where it begins, for a person: a byte or a line
/// @param reason what is wrong with it
public record BadRecord(long number, String place, String reason) {
  @Override
  public String toString() {
    return "record %d (%s): %s".formatted(number, place, reason);
  }
}
