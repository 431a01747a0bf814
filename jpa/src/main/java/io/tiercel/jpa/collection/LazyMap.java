package io.tiercel.jpa.collection;

import io.tiercel.jpa.mapping.CollectionKind;
import java.io.Serial;
import java.io.Serializable;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A `Map` attribute; keeps the order of the query that read it.
public final class LazyMap<K, V> extends AbstractMap<K, V> implements LazyCollection, Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Loader loader;
  private final transient Object owner;
  private final transient int attributeIndex;
  private transient @Nullable Map<K, V> entries;

  /// Unloaded; `owner` and `attributeIndex` are handed to the loader as they are.
  public LazyMap(Loader loader, Object owner, int attributeIndex) {
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
    entries = filled;
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
  public Set<K> keySet() {
    return entries().keySet();
  }

  @Override
  public Collection<V> values() {
    return entries().values();
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

  @Override
  public @Nullable V put(K key, V value) {
    return entries().put(key, value);
  }

  @Override
  public @Nullable V remove(@Nullable Object key) {
    return entries().remove(key);
  }

  @Override
  public void clear() {
    entries().clear();
  }

  /// What is serialized instead: a plain collection, which needs no EntityManager, or the fact that
  /// it is not loaded.
  @Serial
  private Object writeReplace() {
    Map<K, V> present = entries;
    return present == null
        ? new UnloadedCollection(CollectionKind.MAP)
        : new LinkedHashMap<>(present);
  }
}
