package io.tiercel.jpa.identity;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.row.Keys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Entries by their hierarchy and id. A few are looked through one by one: most contexts hold no
/// more, and a map for each hierarchy took more bytes than the entries. From [#MAX_FEW] on there
/// are tables.
final class IdTable {
  /// How many entries are looked through.
  static final int MAX_FEW = 16;

  private static final int MIN_FEW = 2;
  private static final int MIN_KEPT_ENTRIES = 100;
  private static final int MAX_KEPT_ENTRIES = 20_000;
  private static final @Nullable EntityEntry[] NONE = new EntityEntry[0];

  /// The first [#count] of them are used; none when there are tables.
  private @Nullable EntityEntry[] few = NONE;

  private int count;

  /// A bit for each hierarchy that may have an entry, by its ordinal; several share one.
  private long hierarchies;

  /// By the ordinals of the hierarchies; null as long as there are few entries.
  private @Nullable List<@Nullable ByKey> tables;

  /// The entries of one hierarchy.
  private static final class ByKey {
    final NumberTable numbers = new NumberTable();

    /// By ids of other classes, in their normal form.
    final Map<Object, EntityEntry> others = new HashMap<>(0);

    @Nullable EntityEntry get(Object key) {
      return NumberTable.takes(key) ? numbers.get(key) : others.get(key);
    }

    void put(EntityEntry entry) {
      if (NumberTable.takes(entry.id)) {
        numbers.put(entry);
      } else {
        others.put(Keys.normal(entry.id), entry);
      }
    }

    void remove(EntityEntry entry) {
      if (NumberTable.takes(entry.id)) {
        numbers.remove(entry);
      } else {
        others.remove(Keys.normal(entry.id), entry);
      }
    }

    int size() {
      return numbers.size() + others.size();
    }

    void clear() {
      numbers.clear();
      others.clear();
    }
  }

  /// Whether there may be an entry of the hierarchy.
  boolean mayHold(EntityDescriptor type) {
    return (hierarchies & 1L << type.ordinal) != 0;
  }

  @Nullable EntityEntry get(EntityDescriptor type, Object id) {
    if (!mayHold(type)) {
      return null;
    }
    Object key = Keys.normal(id);
    List<@Nullable ByKey> known = tables;
    if (known == null) {
      int at = indexOf(type, key);
      return at < 0 ? null : few[at];
    }
    ByKey ofType = type.ordinal < known.size() ? known.get(type.ordinal) : null;
    return ofType == null ? null : ofType.get(key);
  }

  private int indexOf(EntityDescriptor type, Object key) {
    for (int i = 0; i < count; i++) {
      EntityEntry entry = few[i];
      if (entry != null
          && entry.type.ordinal == type.ordinal
          && Keys.normal(entry.id).equals(key)) {
        return i;
      }
    }
    return -1;
  }

  /// Adds an entry, in the place of another with its id.
  void put(EntityEntry entry) {
    hierarchies |= 1L << entry.type.ordinal;
    if (tables != null) {
      ofType(tables, entry.type).put(entry);
      return;
    }
    int at = indexOf(entry.type, Keys.normal(entry.id));
    if (at >= 0) {
      few[at] = entry;
    } else if (count < MAX_FEW) {
      if (count == few.length) {
        few = Arrays.copyOf(few, Math.max(MIN_FEW, 2 * count));
      }
      few[count++] = entry;
    } else {
      makeTables();
      put(entry);
    }
  }

  private void makeTables() {
    List<@Nullable ByKey> made = new ArrayList<>();
    for (EntityEntry entry : few) {
      if (entry != null) {
        ofType(made, entry.type).put(entry);
      }
    }
    tables = made;
    few = NONE;
    count = 0;
  }

  private static ByKey ofType(List<@Nullable ByKey> tables, EntityDescriptor type) {
    while (tables.size() <= type.ordinal) {
      tables.add(null);
    }
    ByKey ofType = tables.get(type.ordinal);
    if (ofType == null) {
      ofType = new ByKey();
      tables.set(type.ordinal, ofType);
    }
    return ofType;
  }

  /// Removes that very entry; another with its id stays.
  @SuppressWarnings("ReferenceEquality") // see above
  void remove(EntityEntry entry) {
    if (tables != null) {
      ofType(tables, entry.type).remove(entry);
      return;
    }
    for (int i = 0; i < count; i++) {
      if (few[i] == entry) {
        few[i] = few[--count];
        few[count] = null;
        return;
      }
    }
  }

  void clear() {
    few = NONE;
    count = 0;
    hierarchies = 0;
    List<@Nullable ByKey> known = tables;
    if (known != null) {
      boolean isKept = false;
      for (int i = 0; i < known.size(); i++) {
        ByKey kept = emptied(known.get(i));
        known.set(i, kept);
        isKept |= kept != null;
      }
      tables = isKept ? known : null;
    }
  }

  /// A bulk program clears and fills again, so a table that it needed lately stays as large. A
  /// small one goes, for wiping costs as much as the table was ever large.
  private static @Nullable ByKey emptied(@Nullable ByKey ofType) {
    if (ofType == null || ofType.size() < MIN_KEPT_ENTRIES || ofType.size() > MAX_KEPT_ENTRIES) {
      return null;
    }
    ofType.clear();
    return ofType;
  }
}
