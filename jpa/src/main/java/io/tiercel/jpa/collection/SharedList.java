package io.tiercel.jpa.collection;

import io.tiercel.jpa.mapping.CollectionKind;
import java.io.Serial;
import java.io.Serializable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/// A `List` or `Collection` attribute of an instance that all units of work share: it cannot be
/// changed. Safe for any number of threads, if its loader is.
public final class SharedList<E> extends AbstractList<E>
    implements LazyCollection, Serializable, RandomAccess {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Loader loader;
  private final transient Object owner;
  private final transient int attributeIndex;
  private transient volatile @Nullable List<E> elements;

  /// Unloaded; `owner` and `attributeIndex` are handed to the loader as they are.
  public SharedList(Loader loader, Object owner, int attributeIndex) {
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
    elements = (List<E>) Arrays.asList(loaded.toArray());
  }

  private List<E> elements() {
    List<E> present = elements;
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
  public E get(int index) {
    return elements().get(index);
  }

  @Override
  public int size() {
    return elements().size();
  }

  /// One over an array, which removes nothing.
  @Override
  public Iterator<E> iterator() {
    return elements().iterator();
  }

  /// What is serialized instead: a plain collection, or the fact that it is not loaded.
  @Serial
  private Object writeReplace() {
    List<E> present = elements;
    return present == null ? new UnloadedCollection(CollectionKind.LIST) : new ArrayList<>(present);
  }
}
