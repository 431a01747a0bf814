package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.access.EmbeddedMember;
import io.tiercel.jpa.collection.Contents;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.mapping.CollectionKey;
import io.tiercel.jpa.mapping.CollectionKind;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.write.InsertPlan;
import io.tiercel.jpa.write.KeyFilter;
import io.tiercel.jpa.write.TableCatalog;
import io.tiercel.jpa.write.TableKey;
import jakarta.persistence.PersistenceException;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// How the elements of one collection of values stand in the rows of its table, worked out once per
/// unit. Safe for any number of threads.
public final class ElementRows {
  /// Positions further apart than this are an error in the data rather than a list with holes.
  public static final int MAX_POSITION = 10_000_000;

  /// What queries call the table.
  static final String ALIAS = "e";

  public final ElementCollectionAttribute attribute;
  public final TableKey ownKey;
  public final InsertPlan insertPlan;

  /// The columns that tell the rows of one owner apart: position, key, or all of the element's.
  public final RowIdentity identity;

  private final RowPart element;
  private final @Nullable RowPart key;
  private final @Nullable Column position;
  private final List<ToOneAttribute> hashedToOnes;
  private final int width;

  ElementRows(ElementCollectionAttribute attribute, Descriptors descriptors) {
    this.attribute = attribute;
    List<Column> columns = attribute.table().columns();
    this.width = columns.size();
    this.ownKey = new TableKey(attribute.table().ownColumns());
    this.insertPlan =
        new InsertPlan(
            attribute.table().table(), columns.stream().filter(Column::insertable).toList(), false);
    this.element = part(attribute.element(), descriptors);
    this.key =
        attribute.shape().key() instanceof CollectionKey.Stored stored
            ? part(stored.attribute(), descriptors)
            : null;
    this.position = attribute.shape().position();
    this.hashedToOnes = eagerInHashed();
    this.identity = RowIdentity.of(identity(columns));
  }

  private static RowPart part(Attribute attribute, Descriptors descriptors) {
    return switch (attribute) {
      case BasicAttribute basic -> new RowPart.Basic(basic.column());
      case EmbeddedAttribute embedded ->
          new RowPart.Embedded(descriptors.access(embedded), EmbeddedMember.toOnes(embedded));
      case ToOneAttribute toOne -> new RowPart.Entity(toOne);
      case PluralAttribute _ -> throw new IllegalArgumentException("no value: " + attribute.name());
    };
  }

  private List<Column> identity(List<Column> columns) {
    Column place = position;
    if (place != null) {
      return List.of(place);
    }
    return switch (attribute.shape().key()) {
      case CollectionKey.Stored(BasicAttribute basic) -> List.of(basic.column());
      case CollectionKey.Stored(EmbeddedAttribute embedded) -> embedded.columnsWithKeys();
      case CollectionKey.Stored(ToOneAttribute toOne) -> toOne.joinColumns();
      case null, default ->
          columns.subList(ownWidth(), width).stream().filter(Column::insertable).toList();
    };
  }

  private int ownWidth() {
    return ownKey.columns().size();
  }

  /// The associations in an element, none unless it is an embeddable.
  public List<EmbeddedMember<ToOneAttribute>> toOnes() {
    return toOnes(element);
  }

  /// The associations in a map's key, none unless it is an embeddable.
  public List<EmbeddedMember<ToOneAttribute>> keyToOnes() {
    return toOnes(key);
  }

  private static List<EmbeddedMember<ToOneAttribute>> toOnes(@Nullable RowPart part) {
    return part instanceof RowPart.Embedded embedded ? embedded.toOnes() : List.of();
  }

  /// The eager associations in what the collection looks its content up by, the elements of a set
  /// or the keys of a map: their hash codes may come from what these refer to.
  public List<ToOneAttribute> hashedToOnes() {
    return hashedToOnes;
  }

  private List<ToOneAttribute> eagerInHashed() {
    List<EmbeddedMember<ToOneAttribute>> toOnes =
        switch (attribute.kind()) {
          case SET -> toOnes();
          case MAP -> keyToOnes();
          case COLLECTION, LIST -> List.of();
        };
    return toOnes.stream().map(EmbeddedMember::attribute).filter(one -> !one.lazy()).toList();
  }

  /// Whether one of [#toOnes()] or [#keyToOnes()] passes an operation on.
  public boolean passes(Predicate<Cascade> operation) {
    return passes(toOnes(), operation) || passes(keyToOnes(), operation);
  }

  private static boolean passes(
      List<EmbeddedMember<ToOneAttribute>> toOnes, Predicate<Cascade> operation) {
    for (int i = 0; i < toOnes.size(); i++) {
      if (operation.test(toOnes.get(i).attribute().cascade())) {
        return true;
      }
    }
    return false;
  }

  boolean isMap() {
    return attribute.kind() == CollectionKind.MAP;
  }

  /// The query for the rows of many owners.
  public KeyedSelect select(TableCatalog catalog, Session session) {
    String alias = ALIAS;
    KeyFilter filter = KeyFilter.of(attribute.table().table(), alias, ownKey, catalog, session);
    StringBuilder sql = new StringBuilder("select ");
    for (Column column : attribute.table().columns()) {
      sql.append(column.slot() == 0 ? "" : ", ").append(column.read(alias));
    }
    sql.append(" from ").append(attribute.table().table().sql()).append(" as ").append(alias);
    sql.append(filter.sql());
    if (position != null) {
      sql.append(" order by ").append(position.read(alias));
    }
    for (int i = 0; i < attribute.orderBy().size(); i++) {
      var term = attribute.orderBy().get(i);
      sql.append(i == 0 ? " order by " : ", ").append(term.column().read(alias));
      sql.append(term.descending() ? " desc" : "");
    }
    return new KeyedSelect(sql.toString(), filter);
  }

  /// A row of the table.
  ///
  /// @param isRead whether the values come from the database
  public CollectionRow row(@Nullable Object[] values, boolean isRead) {
    return new CollectionRow(values, ownWidth(), isRead);
  }

  /// The rows of a collection, without what refers to the owner.
  ///
  /// @param owner how errors call the owner
  public List<CollectionRow> rows(
      @Nullable Object collection, Object owner, ElementReferences references) {
    List<CollectionRow> rows = new ArrayList<>();
    if (collection instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        @Nullable Object[] values = values(entry.getValue(), references);
        writeKey(entry.getKey(), values, owner, references);
        rows.add(row(values, false));
      }
      return rows;
    }
    for (@Nullable Object one : Contents.of(collection)) {
      @Nullable Object[] values = values(one, references);
      if (position != null) {
        values[position.slot()] = rows.size();
      }
      rows.add(row(values, false));
    }
    return rows;
  }

  private @Nullable Object[] values(@Nullable Object one, ElementReferences references) {
    @Nullable Object[] values = new Object[width];
    element.write(one, values, references);
    return values;
  }

  private void writeKey(
      @Nullable Object mapKey,
      @Nullable Object[] values,
      Object owner,
      ElementReferences references) {
    if (mapKey == null || key == null) {
      throw new IllegalStateException(
          "%s of %s has a null key\nHint: remove it; a row is found by its key."
              .formatted(attribute.name(), owner));
    }
    key.write(mapKey, values, references);
  }

  /// The elements in rows of one owner, new instances of embeddables; entries for a map.
  ///
  /// @param rows in the order of [#select]
  /// @param references finds the entities that the values refer to
  public Collection<?> content(
      List<CollectionRow> rows, Object owner, ElementReferences references) {
    List<@Nullable Object> content = new ArrayList<>(rows.size());
    for (CollectionRow row : rows) {
      Object value = element.read(row.values, references);
      if (key != null) {
        content.add(new SimpleImmutableEntry<>(key.read(row.values, references), value));
      } else {
        padTo(row, content, owner);
        content.add(value);
      }
    }
    return content;
  }

  /// A list has null where no row has the position. Rows without a position go to its end.
  private void padTo(CollectionRow row, List<@Nullable Object> content, Object owner) {
    Column place = position;
    if (place == null || !(row.values[place.slot()] instanceof Integer index)) {
      return;
    }
    if (index < content.size() || index > MAX_POSITION) {
      throw new PersistenceException(
          "%s of %s has an element at position %d, which is taken or out of range, in column %s\nHint: number the rows of each owner from 0."
              .formatted(attribute.name(), owner, index, place));
    }
    while (content.size() < index) {
      content.add(null);
    }
  }

  /// Whether nothing changed. A position that the database does not have yet is no change.
  public boolean same(List<CollectionRow> before, List<CollectionRow> now) {
    if (before.size() != now.size()) {
      return false;
    }
    for (int i = 0; i < now.size(); i++) {
      CollectionRow one = before.get(i);
      boolean same =
          (position != null && one.values[position.slot()] == null)
              ? now.get(i).sameBut(position.slot(), one)
              : now.get(i).equals(one);
      if (!same) {
        return false;
      }
    }
    return true;
  }
}
