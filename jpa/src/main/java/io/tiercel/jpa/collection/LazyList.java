package io.tiercel.jpa.collection;

import io.tiercel.jpa.mapping.CollectionKind;
import java.io.Serial;
import java.io.Serializable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/// A `List` or `Collection` attribute.
public final class LazyList<E> extends AbstractList<E>
    implements LazyCollection, Serializable, RandomAccess {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Loader loader;
  private final transient Object owner;
  private final transient int attributeIndex;
  private transient @Nullable List<E> elements;

  /// Unloaded; `owner` and `attributeIndex` are handed to the loader as they are.
  public LazyList(Loader loader, Object owner, int attributeIndex) {
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
    elements = new ArrayList<>((Collection<E>) loaded);
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

  @Override
  public E set(int index, E element) {
    return elements().set(index, element);
  }

  @Override
  public void add(int index, E element) {
    modCount++;
    elements().add(index, element);
  }

  @Override
  public boolean add(E element) {
    modCount++;
    return elements().add(element);
  }

  @Override
  public E remove(int index) {
    modCount++;
    return elements().remove(index);
  }

  @Override
  public void clear() {
    modCount++;
    elements().clear();
  }

  @Override
  public Iterator<E> iterator() {
    return elements().iterator();
  }

  @Override
  public void sort(@Nullable Comparator<? super E> order) {
    modCount++;
    elements().sort(order);
  }

  /// What is serialized instead: a plain collection, which needs no EntityManager, or the fact that
  /// it is not loaded.
  @Serial
  private Object writeReplace() {
    List<E> present = elements;
    return present == null ? new UnloadedCollection(CollectionKind.LIST) : new ArrayList<>(present);
  }
}
