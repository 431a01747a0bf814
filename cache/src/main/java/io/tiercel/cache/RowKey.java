package io.tiercel.cache;

/// What a row is stored under: one map holds the rows of all regions. Immutable.
///
/// @param region the number of its region
/// @param id with equals and hashCode that tell ids apart as the database does
public record RowKey(int region, Object id) {
  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey that && region == that.region && id.equals(that.id);
  }

  @Override
  public int hashCode() {
    return 31 * region + id.hashCode();
  }
}
