package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.write.TableCatalog;
import java.util.IdentityHashMap;
import java.util.function.Supplier;

/// Statements that read an entity, each made when it is first wanted and kept as long as the tables
/// it is made for: spelling one cost as much as reading a row. Safe for any number of threads.
public final class KeptStatements {
  /// By identity, for an attribute is one object and long to compare. Never changed, only replaced.
  private volatile IdentityHashMap<Object, Kept> kept = new IdentityHashMap<>(0);

  private record Kept(int generation, Object statement) {}

  /// The statement made for an attribute, or for a key.
  ///
  /// @param type of the statement; one subject has one
  /// @param make may ask the database
  public <T> T of(Object subject, Class<T> type, TableCatalog catalog, Supplier<T> make) {
    // Read first: what is made while the catalog is cleared is not taken for what comes after.
    int generation = catalog.generation();
    Kept known = kept.get(subject);
    if (known != null && known.generation() == generation) {
      return type.cast(known.statement());
    }
    T made = make.get();
    keep(subject, new Kept(generation, made));
    return made;
  }

  private synchronized void keep(Object subject, Kept made) {
    IdentityHashMap<Object, Kept> more = new IdentityHashMap<>(kept);
    more.put(subject, made);
    kept = more;
  }
}
