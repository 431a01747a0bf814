package io.tiercel.jpa.context;

import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.CollectionKey;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute.JoinTable;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.CompositeKey;
import io.tiercel.jpa.write.InsertPlan;
import io.tiercel.wire.row.DataRow;
import jakarta.persistence.PersistenceException;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The positions of a list's elements or the keys of a map's, for an association: where they stand
/// and how they are read and written. Worked out once per unit; safe for any number of threads.
final class Places {
  final ToManyAttribute attribute;

  /// The columns of position or key; their slots count from 0. Empty when keys are attributes of
  /// the elements.
  final List<Column> columns;

  /// The rows of a join table: the owner's key, the target's, the place. Null without a join table.
  final @Nullable InsertPlan joinRows;

  private final @Nullable RowPart key;

  Places(ToManyAttribute attribute, Descriptors descriptors) {
    this.attribute = attribute;
    this.columns = attribute.shape().columns();
    refuseSeveralTables(attribute);
    this.key =
        switch (attribute.shape().key()) {
          case CollectionKey.Stored(BasicAttribute basic) -> new RowPart.Basic(basic.column());
          case CollectionKey.Stored(EmbeddedAttribute embedded) ->
              new RowPart.Embedded(descriptors.access(embedded), List.of());
          case CollectionKey.Stored(ToOneAttribute _) -> null;
          case CollectionKey.Stored(PluralAttribute _) ->
              throw new IllegalArgumentException("a collection is no key: " + attribute.name());
          case CollectionKey.OfElement _ -> null;
          case null -> null;
        };
    JoinTable joinTable = attribute.isOwning() ? attribute.joinTable() : null;
    this.joinRows =
        joinTable == null || columns.isEmpty()
            ? null
            : new InsertPlan(joinTable.table(), joinColumns(joinTable), false);
  }

  private void refuseSeveralTables(ToManyAttribute attribute) {
    if (columns.isEmpty() || attribute.joinTable() != null) {
      return;
    }
    EntityMapping target = attribute.target().mapping();
    if (target.inheritance().hasTablePerClass() && target.isPolymorphic()) {
      throw new MappingException(
          attribute.javaMember().getDeclaringClass(),
          attribute.name(),
          "its positions or keys would stand in the tables of several classes, those of %s"
              .formatted(target),
          "give it a @JoinTable.");
    }
  }

  /// Whether an association has positions or keys.
  static boolean has(ToManyAttribute attribute) {
    return attribute.shape().position() != null || attribute.shape().key() != null;
  }

  private List<Column> joinColumns(JoinTable joinTable) {
    List<Column> all = new ArrayList<>();
    for (List<Column> some : List.of(joinTable.ownColumns(), joinTable.targetColumns(), columns)) {
      some.forEach(column -> all.add(column.inSlot(all.size())));
    }
    return all;
  }

  /// Whether a flush writes them.
  boolean isStored() {
    return !columns.isEmpty() && columns.getFirst().insertable();
  }

  /// The element with its place in a result row, from that column on; null when it is in no map,
  /// because it has no key.
  @Nullable PlacedElement read(Object element, DataRow row, int first) {
    @Nullable Object[] place = place(row, first);
    boolean isKeyed = attribute.shape().key() instanceof CollectionKey.Stored;
    return isKeyed && Stream.of(place).allMatch(Objects::isNull)
        ? null
        : new PlacedElement(element, place, true);
  }

  private @Nullable Object[] place(DataRow row, int first) {
    @Nullable Object[] place = new Object[columns.size()];
    for (int i = 0; i < place.length; i++) {
      place[i] = row.get(first + i, columns.get(i).columnType());
    }
    return place;
  }

  /// The elements of a collection with their places as they are now.
  ///
  /// @param keys the ids of entities that are keys
  List<PlacedElement> placed(
      @Nullable Object collection, EntityEntry owner, CollectionChanges.Keys keys) {
    List<PlacedElement> placed = new ArrayList<>();
    switch (collection) {
      case null -> {}
      case Map<?, ?> map ->
          map.forEach(
              (one, element) -> {
                if (element != null) {
                  placed.add(new PlacedElement(element, place(one, owner, keys), false));
                }
              });
      case Collection<?> elements -> {
        int position = 0;
        for (Object element : elements) {
          if (element != null) {
            placed.add(new PlacedElement(element, new Object[] {position}, false));
          }
          position++;
        }
      }
      default -> throw new IllegalArgumentException("no collection: " + collection.getClass());
    }
    return placed;
  }

  private @Nullable Object[] place(
      @Nullable Object mapKey, EntityEntry owner, CollectionChanges.Keys keys) {
    @Nullable Object[] place = new Object[columns.size()];
    if (!isStored()) {
      return place;
    }
    if (mapKey == null) {
      throw new IllegalStateException(
          "%s of %s has a null key\nHint: remove it; a row is found by its key."
              .formatted(owner.type.name(attribute), owner));
    }
    if (key != null) {
      key.write(mapKey, place, ElementReferences.NONE);
    } else {
      Object id = keys.of(owner, attribute.name(), mapKey);
      for (int i = 0; i < place.length; i++) {
        place[i] = ForeignKeys.part(id, i);
      }
    }
    return place;
  }

  /// What the collection holds: elements in their positions, or entries.
  ///
  /// @param read in the order of the query
  /// @param target of the elements
  Collection<?> content(
      List<PlacedElement> read,
      EntityEntry owner,
      EntityDescriptor target,
      Loader loader,
      LoadBatch batch) {
    List<@Nullable Object> content = new ArrayList<>(read.size());
    for (PlacedElement one : read) {
      if (attribute.shape().key() == null) {
        padTo(one, content, owner);
        content.add(one.element());
      } else {
        content.add(new SimpleImmutableEntry<>(keyOf(one, target, loader, batch), one.element()));
      }
    }
    return content;
  }

  private @Nullable Object keyOf(
      PlacedElement one, EntityDescriptor target, Loader loader, LoadBatch batch) {
    return switch (attribute.shape().key()) {
      case CollectionKey.OfElement(_, var ofElement) ->
          ofElement == null
              ? target.identifier(one.element())
              : target.get(one.element(), ofElement);
      case CollectionKey.Stored(ToOneAttribute toOne) -> entity(toOne, one, loader, batch);
      case CollectionKey.Stored _ ->
          Objects.requireNonNull(key).read(one.place(), ElementReferences.NONE);
      case null -> throw new IllegalStateException("no map: " + attribute.name());
    };
  }

  /// Reads the entities that are keys and have no lazy form, for all owners in one exchange.
  ///
  /// @param elements a [PlacedElement] each
  void loadKeys(Collection<List<Object>> elements, Loader loader) {
    if (!(attribute.shape().key() instanceof CollectionKey.Stored(ToOneAttribute toOne))) {
      return;
    }
    EntityDescriptor type = loader.descriptors().of(toOne.target().type());
    if (!type.mapping.isPolymorphic()) {
      return;
    }
    PendingLoads wanted = new PendingLoads();
    for (List<Object> some : elements) {
      for (Object one : some) {
        Object id = ForeignKeys.read(columns, ((PlacedElement) one).place());
        if (id != null && loader.identities().of(type, id) == null) {
          wanted.key(type, CompositeKey.normal(id));
        }
      }
    }
    loader.complete(wanted);
  }

  private @Nullable Object entity(
      ToOneAttribute toOne, PlacedElement one, Loader loader, LoadBatch batch) {
    Object id = ForeignKeys.read(columns, one.place());
    if (id == null) {
      return null;
    }
    EntityDescriptor type = loader.descriptors().of(toOne.target().type());
    Object normal = CompositeKey.normal(id);
    EntityEntry entry = loader.reference(type, normal, batch);
    if (entry == null) {
      entry = loader.read(type, normal);
    }
    return entry == null ? null : entry.instance;
  }

  /// A list has null where no row has the position. Rows without a position go to its end.
  private void padTo(PlacedElement one, List<@Nullable Object> content, EntityEntry owner) {
    if (!(one.place()[0] instanceof Integer index)) {
      return;
    }
    if (index < content.size() || index > ElementRows.MAX_POSITION) {
      throw new PersistenceException(
          "%s of %s has an element at position %d, which is taken or out of range, in column %s\nHint: number the rows of each owner from 0."
              .formatted(owner.type.name(attribute), owner, index, columns.getFirst()));
    }
    while (content.size() < index) {
      content.add(null);
    }
  }
}
