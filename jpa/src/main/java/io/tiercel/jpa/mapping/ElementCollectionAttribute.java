package io.tiercel.jpa.mapping;

import java.lang.reflect.Member;
import java.util.List;

/// `@ElementCollection`: values without an identity of their own, each a row of a collection table
/// (Jakarta Persistence 3.2, section 2.7). The columns of position, key and element carry slots of
/// that row, in which the columns that refer to the owner come first.
///
/// @param element a basic or embedded attribute, what an element is; its index is -1
/// @param orderBy its columns are the element's
public record ElementCollectionAttribute(
    String name,
    int index,
    Class<?> javaType,
    Member javaMember,
    CollectionTable table,
    Attribute element,
    CollectionShape shape,
    List<ToManyAttribute.OrderTerm> orderBy,
    boolean lazy)
    implements PluralAttribute {

  public ElementCollectionAttribute {
    orderBy = List.copyOf(orderBy);
    if (!(element instanceof BasicAttribute) && !(element instanceof EmbeddedAttribute)) {
      throw new IllegalArgumentException("an element is a value, got " + element);
    }
  }

  /// The table of such a collection.
  ///
  /// @param ownColumns reference the owner
  /// @param columns all, those of the owner first; `columns.get(i).slot() == i`
  /// @param primaryKey the columns that tell rows apart in a generated schema, empty for none
  /// @param indexes declared by the annotation
  /// @param extras what a generated schema adds
  public record CollectionTable(
      Table table,
      List<Column> ownColumns,
      List<Column> columns,
      List<Column> primaryKey,
      List<EntityMapping.Index> indexes,
      DdlExtras extras) {
    public CollectionTable {
      ownColumns = List.copyOf(ownColumns);
      columns = List.copyOf(columns);
      primaryKey = List.copyOf(primaryKey);
      indexes = List.copyOf(indexes);
    }
  }

  @Override
  public Class<?> elementType() {
    return element.javaType();
  }
}
