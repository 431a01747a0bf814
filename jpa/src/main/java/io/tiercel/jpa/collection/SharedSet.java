package io.tiercel.jpa.collection;

import io.tiercel.jpa.mapping.CollectionKind;
import java.io.Serial;
import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A `Set` attribute of an instance that all units of work share: it cannot be changed. Keeps the
/// order of the query that read it. Safe for any number of threads, if its loader is.
public final class SharedSet<E> extends AbstractSet<E> implements LazyCollection, Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Loader loader;
  private final transient Object owner;
  private final transient int attributeIndex;
  private transient volatile @Nullable Set<E> elements;

  /// Unloaded; `owner` and `attributeIndex` are handed to the loader as they are.
  public SharedSet(Loader loader, Object owner, int attributeIndex) {
    this.loader = loader;
    this.owner = owner;
    this.attributeIndex = attributeIndex;
  }

  @Override
  public boolean isLoaded() {
    return elements != null;
  }

  @Override
  public void load() {
    elements();
  }

  @Override
  @SuppressWarnings("unchecked") // the loader brings instances of the attribute's element type
  public void fill(Collection<?> loaded) {
    elements = Collections.unmodifiableSet(new LinkedHashSet<>((Collection<E>) loaded));
  }

  private Set<E> elements() {
    Set<E> present = elements;
    if (present == null) {
      loader.load(this, owner, attributeIndex);
      present = elements;
      if (present == null) {
        throw new IllegalStateException("the loader left the collection unloaded");
      }
    }
    return present;
  }

  @Override
  public Iterator<E> iterator() {
    return elements().iterator();
  }

  @Override
  public int size() {
    return elements().size();
  }

  @Override
  public boolean contains(@Nullable Object element) {
    return elements().contains(element);
  }

  /// What is serialized instead: a plain collection, or the fact that it is not loaded.
  @Serial
  private Object writeReplace() {
    Set<E> present = elements;
    return present == null
        ? new UnloadedCollection(CollectionKind.SET)
        : new LinkedHashSet<>(present);
  }
}
