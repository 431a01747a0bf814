package io.tiercel.jpa.descriptor;

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
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.write.InsertPlan;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The positions of a list's elements or the keys of a map's, for an association: where they stand
/// and how they are read and written. Worked out once per unit; safe for any number of threads.
public final class Places {
  public final ToManyAttribute attribute;

  /// The columns of position or key; their slots count from 0. Empty when keys are attributes of
  /// the elements.
  public final List<Column> columns;

  /// The rows of a join table: the owner's key, the target's, the place. Null without a join table.
  public final @Nullable InsertPlan joinRows;

  /// Errors name the association this way.
  public final String name;

  private final @Nullable RowPart key;

  Places(EntityMapping owner, ToManyAttribute attribute, Descriptors descriptors) {
    this.attribute = attribute;
    this.name = owner.entityName() + "." + attribute.name();
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
  public boolean isStored() {
    return !columns.isEmpty() && columns.getFirst().insertable();
  }

  /// The element with its place in a result row, from that column on; null when it is in no map,
  /// because it has no key.
  public @Nullable PlacedElement read(Object element, DataRow row, int first) {
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
  /// @param owner how errors call the owner
  /// @param idOf the ids of entities that are keys
  public List<PlacedElement> placed(
      @Nullable Object collection, Object owner, UnaryOperator<Object> idOf) {
    List<PlacedElement> placed = new ArrayList<>();
    switch (collection) {
      case null -> {}
      case Map<?, ?> map ->
          map.forEach(
              (one, element) -> {
                if (element != null) {
                  placed.add(new PlacedElement(element, place(one, owner, idOf), false));
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
      @Nullable Object mapKey, Object owner, UnaryOperator<Object> idOf) {
    @Nullable Object[] place = new Object[columns.size()];
    if (!isStored()) {
      return place;
    }
    if (mapKey == null) {
      throw new IllegalStateException(
          "%s of %s has a null key\nHint: remove it; a row is found by its key."
              .formatted(name, owner));
    }
    if (key != null) {
      key.write(mapKey, place, ElementReferences.NONE);
    } else {
      Object id = idOf.apply(mapKey);
      for (int i = 0; i < place.length; i++) {
        place[i] = ForeignKeys.part(id, i);
      }
    }
    return place;
  }

  /// The value in columns of a key that is no entity.
  public @Nullable Object valueKey(PlacedElement one) {
    return Objects.requireNonNull(key).read(one.place(), ElementReferences.NONE);
  }
}
