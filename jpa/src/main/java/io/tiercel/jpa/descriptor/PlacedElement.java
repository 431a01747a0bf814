package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.row.Values;
import org.jspecify.annotations.Nullable;

/// An element of an association with what its position or key is in the database.
///
/// @param place the values of the columns of position or key, in their order
/// @param isRead whether they are the database's, not the application's, which it may keep
///     otherwise
@SuppressWarnings("ArrayRecordComponent") // compared by identity of the element alone
public record PlacedElement(Object element, @Nullable Object[] place, boolean isRead) {

  public boolean samePlace(@Nullable Object[] other) {
    for (int i = 0; i < place.length; i++) {
      if (!Values.same(place[i], other[i])) {
        return false;
      }
    }
    return true;
  }
}
