package io.tiercel.jpa.collection;

import io.tiercel.jpa.mapping.CollectionKind;
import java.io.Serial;
import java.io.Serializable;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A `Map` attribute of an instance that all units of work share: it cannot be changed. Keeps the
/// order of the query that read it. Safe for any number of threads, if its loader is.
public final class SharedMap<K, V> extends AbstractMap<K, V>
    implements LazyCollection, Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Loader loader;
  private final transient Object owner;
  private final transient int attributeIndex;
  private transient volatile @Nullable Map<K, V> entries;

  /// Unloaded; `owner` and `attributeIndex` are handed to the loader as they are.
  public SharedMap(Loader loader, Object owner, int attributeIndex) {
    this.loader = loader;
    this.owner = owner;
    this.attributeIndex = attributeIndex;
  }

  @Override
  public boolean isLoaded() {
    return entries != null;
  }

  @Override
  public void load() {
    entries();
  }

  @Override
  @SuppressWarnings("unchecked") // the loader brings entries of the attribute's key and value type
  public void fill(Collection<?> loaded) {
    Map<K, V> filled = new LinkedHashMap<>();
    for (Map.Entry<K, V> entry : (Collection<Map.Entry<K, V>>) loaded) {
      filled.put(entry.getKey(), entry.getValue());
    }
    entries = Collections.unmodifiableMap(filled);
  }

  private Map<K, V> entries() {
    Map<K, V> present = entries;
    if (present == null) {
      loader.load(this, owner, attributeIndex);
      present = entries;
      if (present == null) {
        throw new IllegalStateException("the loader left the collection unloaded");
      }
    }
    return present;
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return entries().entrySet();
  }

  @Override
  public int size() {
    return entries().size();
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return entries().containsKey(key);
  }

  @Override
  public @Nullable V get(@Nullable Object key) {
    return entries().get(key);
  }

  /// What is serialized instead: a plain collection, or the fact that it is not loaded.
  @Serial
  private Object writeReplace() {
    Map<K, V> present = entries;
    return present == null
        ? new UnloadedCollection(CollectionKind.MAP)
        : new LinkedHashMap<>(present);
  }
}
