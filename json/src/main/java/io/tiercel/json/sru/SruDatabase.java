package io.tiercel.json.sru;

/// What `explain` tells of a service. Immutable.
///
/// @param host where it is reached
/// @param database the path of its URL, without the first slash
/// @param title for people
/// @param maxRecords the most records of one answer; who asks for more gets so many
public record SruDatabase(String host, int port, String database, String title, int maxRecords) {
  /// @throws IllegalArgumentException if no record could be had
  public SruDatabase {
    if (maxRecords < 1) {
      throw new IllegalArgumentException("an answer has at least one record, got " + maxRecords);
    }
  }
}
