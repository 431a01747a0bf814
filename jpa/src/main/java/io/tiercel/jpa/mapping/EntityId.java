package io.tiercel.jpa.mapping;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The id of an entity (Jakarta Persistence 3.2, section 2.4): one basic attribute, an embedded
/// one, or several basic ones with an id class. Its columns take the first slots of the entity's
/// row.
///
/// @param name how errors call it: the attribute's name, or the names of all
/// @param javaType what `find` takes: the attribute's type, or the id class
/// @param attributes the id attributes of the entity, which stand first among its attributes
/// @param composite the parts of an id of several columns, null when it is one basic attribute. For
///     an embedded id it is the attribute; for an id class its attributes are those of that class,
///     and its index, which nothing reads, is -1
public record EntityId(
    String name,
    Class<?> javaType,
    List<Attribute> attributes,
    List<Column> columns,
    @Nullable EmbeddedAttribute composite) {

  public EntityId {
    attributes = List.copyOf(attributes);
    columns = List.copyOf(columns);
  }

  static EntityId of(BasicAttribute attribute) {
    return new EntityId(
        attribute.name(),
        attribute.javaType(),
        List.of(attribute),
        List.of(attribute.column()),
        null);
  }

  static EntityId of(EmbeddedAttribute attribute) {
    return new EntityId(
        attribute.name(),
        attribute.javaType(),
        List.of(attribute),
        columns(attribute).toList(),
        attribute);
  }

  /// @param idClass the attributes of the id class with the columns of the entity's
  static EntityId of(List<BasicAttribute> attributes, EmbeddedAttribute idClass) {
    return new EntityId(
        String.join(", ", attributes.stream().map(BasicAttribute::name).toList()),
        idClass.javaType(),
        List.copyOf(attributes),
        attributes.stream().map(BasicAttribute::column).toList(),
        idClass);
  }

  private static Stream<Column> columns(EmbeddedAttribute embedded) {
    return embedded.attributes().stream()
        .flatMap(
            attribute ->
                switch (attribute) {
                  case BasicAttribute basic -> Stream.of(basic.column());
                  case EmbeddedAttribute inner -> columns(inner);
                  case ToOneAttribute _, PluralAttribute _ -> Stream.empty();
                });
  }

  /// Whether it is one basic attribute.
  public boolean isSimple() {
    return composite == null;
  }

  /// Whether several attributes of the entity make it, with an id class.
  public boolean hasIdClass() {
    return composite != null && attributes.getFirst() instanceof BasicAttribute;
  }

  /// The only attribute of a simple id; IllegalStateException when it is not simple.
  public BasicAttribute simple() {
    if (composite == null && attributes.getFirst() instanceof BasicAttribute basic) {
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
    if (hasIdClass()) {
      throw new IllegalStateException("the id has several attributes: " + name);
    }
    return attributes.getFirst().index();
  }
}
