package io.tiercel.jpa.load;

import io.tiercel.cache.CachedValue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a to-many association of one owner holds, as it is stored: the ids of its elements in their
/// order, and their positions or keys. Immutable but for what is gathered.
///
/// @param ids as a persistence context has them
/// @param places the values of the columns of position or key, for each element; empty where there
///     are none
/// @param gathering may have the rows of the elements as well
record CachedElements(List<Object> ids, List<@Nullable Object[]> places, Gathering gathering)
    implements CachedValue {
  private static final int OF_ITSELF = 80;
  private static final int OF_AN_ELEMENT = 32;
  private static final int OF_A_PLACE = 48;

  CachedElements(List<Object> ids, List<@Nullable Object[]> places) {
    this(ids, places, new Gathering());
  }

  CachedElements {
    ids = List.copyOf(ids);
    places = List.copyOf(places);
  }

  @Override
  public int bytes() {
    return OF_ITSELF + gathering.bytes() + ids.size() * OF_AN_ELEMENT + places.size() * OF_A_PLACE;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CachedElements that
        && ids.equals(that.ids)
        && Arrays.deepEquals(places.toArray(), that.places.toArray());
  }

  @Override
  public int hashCode() {
    return ids.hashCode();
  }
}
