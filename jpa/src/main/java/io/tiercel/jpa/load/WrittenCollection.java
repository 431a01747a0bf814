package io.tiercel.jpa.load;

import io.tiercel.jpa.mapping.PluralAttribute;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A collection attribute of which a flush writes rows: those of its table, or foreign keys in the
/// rows of its elements.
///
/// @param owners the ids of the owners whose collections are written; null where they are not known
/// @param targets the ids of the elements that come or go, or whose rows hold what is written; null
///     where they are not known
public record WrittenCollection(
    PluralAttribute attribute, @Nullable Set<Object> owners, @Nullable Set<Object> targets) {

  /// Nobody knows what of it is written.
  public static WrittenCollection unknown(PluralAttribute attribute) {
    return new WrittenCollection(attribute, null, null);
  }

  /// What both write.
  public WrittenCollection and(WrittenCollection other) {
    return new WrittenCollection(
        attribute, union(owners, other.owners), union(targets, other.targets));
  }

  private static @Nullable Set<Object> union(
      @Nullable Set<Object> some, @Nullable Set<Object> others) {
    if (some == null || others == null) {
      return null;
    }
    Set<Object> all = new HashSet<>(some);
    all.addAll(others);
    return all;
  }
}
