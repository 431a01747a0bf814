package io.tiercel.jpa.mapping;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The id of an entity (Jakarta Persistence 3.2, section 2.4): one basic attribute, an embedded
/// one, several with an id class, or an association whose target's id it is. Its columns take the
/// first slots of the entity's row.
///
/// @param name how errors call it: the attribute's name, or the names of all
/// @param javaType what `find` takes: the attribute's type, the id class, or the id type of the
///     association's target
/// @param attributes the id attributes of the entity, which stand first among its attributes
/// @param basic the only part of an id of one column, null for others. For an association it has
///     the type of the target's id, and its index, which nothing reads, is -1
/// @param composite the parts of an id that is not basic, null when it is. For an embedded id it is
///     the attribute; else its attributes are those of the class that `find` takes, and its index,
///     which nothing reads, is -1
/// @param derived the associations whose targets' ids are this id or parts of it (section 2.4.1):
///     id attributes themselves, or attributes with `@MapsId`. Their join columns are columns of
///     the id
public record EntityId(
    String name,
    Class<?> javaType,
    List<Attribute> attributes,
    List<Column> columns,
    @Nullable BasicAttribute basic,
    @Nullable EmbeddedAttribute composite,
    List<ToOneAttribute> derived) {

  public EntityId {
    attributes = List.copyOf(attributes);
    columns = List.copyOf(columns);
    derived = List.copyOf(derived);
  }

  public static EntityId of(BasicAttribute attribute) {
    return new EntityId(
        attribute.name(),
        attribute.javaType(),
        List.of(attribute),
        List.of(attribute.column()),
        attribute,
        null,
        List.of());
  }

  public static EntityId of(EmbeddedAttribute attribute) {
    return new EntityId(
        attribute.name(),
        attribute.javaType(),
        List.of(attribute),
        attribute.columns(),
        null,
        attribute,
        List.of());
  }

  /// The id of the association's target.
  public static EntityId of(ToOneAttribute association, EntityId target) {
    List<Column> columns = association.joinColumns();
    BasicAttribute basic = target.basic;
    return new EntityId(
        association.name(),
        target.javaType,
        List.of(association),
        columns,
        basic == null
            ? null
            : new BasicAttribute(
                association.name(),
                -1,
                basic.javaType(),
                association.javaMember(),
                columns.getFirst()),
        target.composite == null
            ? null
            : target.composite.withColumns(column -> columns.get(column.slot())),
        List.of(association));
  }

  /// An id of several attributes.
  ///
  /// @param idClass the attributes of the id class with the columns of the entity's
  public static EntityId of(
      List<Attribute> attributes, EmbeddedAttribute idClass, List<Column> columns) {
    return new EntityId(
        String.join(", ", attributes.stream().map(Attribute::name).toList()),
        idClass.javaType(),
        attributes,
        columns,
        null,
        idClass,
        attributes.stream()
            .filter(ToOneAttribute.class::isInstance)
            .map(ToOneAttribute.class::cast)
            .toList());
  }

  /// The same id with other columns, of which attributes with `@MapsId` give some.
  public EntityId mapped(UnaryOperator<Column> other, List<ToOneAttribute> associations) {
    return new EntityId(
        name,
        javaType,
        attributes.stream().map(attribute -> withColumns(attribute, other)).toList(),
        columns.stream().map(other).toList(),
        basic == null ? null : basic.withColumn(other.apply(basic.column())),
        composite == null ? null : composite.withColumns(other),
        associations);
  }

  private static Attribute withColumns(Attribute attribute, UnaryOperator<Column> other) {
    return switch (attribute) {
      case BasicAttribute one -> one.withColumn(other.apply(one.column()));
      case EmbeddedAttribute embedded -> embedded.withColumns(other);
      case ToOneAttribute _, ToManyAttribute _, ElementCollectionAttribute _ -> attribute;
    };
  }

  /// Whether it is one column with a basic type.
  public boolean isSimple() {
    return basic != null;
  }

  /// Whether one attribute of the entity holds it as it is.
  public boolean isAttribute() {
    return attributes.size() == 1
        && switch (attributes.getFirst()) {
          case BasicAttribute _ -> composite == null;
          case EmbeddedAttribute _ -> true;
          case ToOneAttribute _, ToManyAttribute _, ElementCollectionAttribute _ -> false;
        };
  }

  /// Whether it has several parts, which the entity does not hold as one value: then it has an id
  /// class, or is the id of an association's target.
  public boolean hasIdClass() {
    return composite != null && !isAttribute();
  }

  /// The only part of a simple id; IllegalStateException when it is not simple.
  public BasicAttribute simple() {
    if (basic != null) {
      return basic;
    }
    throw new IllegalStateException("the id is not one basic attribute: " + name);
  }

  /// The only column of a simple id; IllegalStateException when it is not simple.
  public Column column() {
    return simple().column();
  }

  /// The place of the only id attribute, a basic or embedded one, in the entity's mapping.
  public int index() {
    if (!isAttribute()) {
      throw new IllegalStateException("the id is not the value of one attribute: " + name);
    }
    return attributes.getFirst().index();
  }
}
