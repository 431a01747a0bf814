package io.tiercel.jpa.load;

import io.tiercel.jpa.descriptor.ElementRows;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.PlacedElement;
import io.tiercel.jpa.descriptor.Places;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.LoadBatch;
import io.tiercel.jpa.mapping.CollectionKey;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.CompositeKey;
import io.tiercel.jpa.row.ForeignKeys;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.PersistenceException;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Fills an association whose elements have positions or keys with what was read for it. Confined
/// to the thread of its context.
final class PlaceReader {
  private final Places places;
  private final Loader loader;

  PlaceReader(Places places, Loader loader) {
    this.places = places;
    this.loader = loader;
  }

  /// What the collection holds: elements in their positions, or entries.
  ///
  /// @param read in the order of the query
  /// @param target of the elements
  Collection<?> content(
      List<PlacedElement> read, EntityEntry owner, EntityDescriptor target, LoadBatch batch) {
    List<@Nullable Object> content = new ArrayList<>(read.size());
    for (PlacedElement one : read) {
      if (places.attribute.shape().key() == null) {
        padTo(one, content, owner);
        content.add(one.element());
      } else {
        content.add(new SimpleImmutableEntry<>(keyOf(one, owner, target, batch), one.element()));
      }
    }
    return content;
  }

  private @Nullable Object keyOf(
      PlacedElement one, EntityEntry owner, EntityDescriptor target, LoadBatch batch) {
    return switch (places.attribute.shape().key()) {
      case CollectionKey.OfElement(_, var ofElement) ->
          ofElement == null
              ? target.identifier(one.element())
              : target.get(one.element(), ofElement);
      case CollectionKey.Stored(ToOneAttribute toOne) -> entity(toOne, one, owner, batch);
      case CollectionKey.Stored _ -> places.valueKey(one);
      case null -> throw new IllegalStateException("no map: " + places.attribute.name());
    };
  }

  /// Reads the entities that are keys and have no lazy form, for all owners in one exchange.
  ///
  /// @param elements a [PlacedElement] each
  void loadKeys(Collection<List<Object>> elements) {
    if (!(places.attribute.shape().key() instanceof CollectionKey.Stored(ToOneAttribute toOne))) {
      return;
    }
    EntityDescriptor type = loader.descriptors().of(toOne.target().type());
    if (!type.mapping.isPolymorphic()) {
      return;
    }
    PendingLoads wanted = new PendingLoads();
    for (List<Object> some : elements) {
      for (Object one : some) {
        Object id = ForeignKeys.read(places.columns, ((PlacedElement) one).place());
        if (id != null && loader.identities().of(type, id) == null) {
          wanted.key(type, CompositeKey.normal(id));
        }
      }
    }
    loader.complete(wanted);
  }

  private @Nullable Object entity(
      ToOneAttribute toOne, PlacedElement one, EntityEntry owner, LoadBatch batch) {
    Object id = ForeignKeys.read(places.columns, one.place());
    if (id == null) {
      return null;
    }
    EntityDescriptor type = loader.descriptors().of(toOne.target().type());
    Object normal = CompositeKey.normal(id);
    EntityEntry entry = loader.reference(type, normal, batch);
    if (entry == null) {
      entry = loader.read(type, normal);
    }
    if (entry == null) {
      throw new EntityNotFoundException(
          "a key of %s of %s refers to %s#%s, which does not exist"
              .formatted(places.name, owner, type, id));
    }
    if (!entry.type.isA(type)) {
      throw Loader.otherClass("a key of %s of %s".formatted(places.name, owner), type, entry);
    }
    return entry.instance;
  }

  /// A list has null where no row has the position. Rows without a position go to its end.
  private void padTo(PlacedElement one, List<@Nullable Object> content, EntityEntry owner) {
    if (!(one.place()[0] instanceof Integer index)) {
      return;
    }
    if (index < content.size() || index > ElementRows.MAX_POSITION) {
      throw new PersistenceException(
          "%s of %s has an element at position %d, which is taken or out of range, in column %s\nHint: number the rows of each owner from 0."
              .formatted(places.name, owner, index, places.columns.getFirst()));
    }
    while (content.size() < index) {
      content.add(null);
    }
  }
}
