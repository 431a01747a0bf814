package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntitySource;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Reference;
import org.jspecify.annotations.Nullable;

/// Entity types as values: `type(x)`, their names as literals, and parameters that hold a class
/// (specification 4.6.1, 4.6.17.4). In SQL a type is the discriminator's value, or the place of the
/// class in its hierarchy where there is no discriminator.
final class EntityTypes {
  private final Translation translation;
  private final PathResolver paths;

  EntityTypes(Scope scope, PathResolver paths) {
    this.translation = scope.translation();
    this.paths = paths;
  }

  /// How the types of one hierarchy stand in SQL.
  ///
  /// @param ofInstance whether an instance stands for its class
  private record Marks(EntityMapping root, boolean ofInstance) implements Conversion {

    @Override
    public Object toColumn(Object attributeValue) {
      Class<?> wanted = ofInstance ? attributeValue.getClass() : (Class<?>) attributeValue;
      for (Class<?> type = wanted; type != null; type = superclass(type)) {
        for (EntityMapping known : root.withSubtypes()) {
          if (known.javaType() == type) {
            return required(known);
          }
        }
      }
      throw new IllegalArgumentException(
          "%s is no entity of the hierarchy of %s".formatted(wanted.getName(), root));
    }

    private @Nullable Class<?> superclass(Class<?> type) {
      // The generated subclass of a lazy instance stands for its entity.
      return type.isHidden() ? type.getSuperclass() : null;
    }

    private static Object required(EntityMapping type) {
      Object mark = EntitySource.markOf(type);
      if (mark == null) {
        throw new IllegalArgumentException(
            "%s has no discriminator value, because it is abstract".formatted(type));
      }
      return mark;
    }

    @Override
    public Object toAttribute(Object columnValue) {
      Object mark = columnValue instanceof String text ? text.stripTrailing() : columnValue;
      for (EntityMapping known : root.withSubtypes()) {
        if (mark.equals(EntitySource.markOf(known))
            || columnValue.equals(EntitySource.markOf(known))) {
          return known.javaType();
        }
      }
      throw new IllegalStateException(
          "\"%s\" stands for no entity of the hierarchy of %s".formatted(columnValue, root));
    }
  }

  private static ValueType type(EntityMapping root, boolean ofInstance) {
    Column discriminator = root.inheritance().discriminator();
    boolean isNumber = discriminator == null || discriminator.columnType() == Integer.class;
    return new ValueType(
        ofInstance ? root.javaType() : Class.class,
        isNumber ? Integer.class : String.class,
        new Marks(root, ofInstance),
        isNumber ? "integer" : "text",
        null);
  }

  /// `type(x)` of a variable, a path or a parameter.
  Sql typeOf(Reference.TypeOf typeOf, @Nullable ValueType expected) {
    return switch (typeOf.operand()) {
      case Constant.Parameter parameter -> ofParameter(typeOf, parameter, expected);
      case Reference reference -> of(paths.source(typeOf.at(), reference, "TYPE"));
      default ->
          throw translation.error(
              typeOf.at(), "TYPE takes a variable, a path or a parameter", null);
    };
  }

  private static Sql of(TableSource source) {
    String type = source.source().type();
    int binding = type.startsWith("case") ? Sql.OR : Sql.PRIMARY;
    return new Sql(type, type(source.mapping().root(), false), binding);
  }

  private Sql ofParameter(
      Reference.TypeOf typeOf, Constant.Parameter parameter, @Nullable ValueType expected) {
    if (expected == null || !(expected.conversion() instanceof Marks marks)) {
      throw translation.error(
          typeOf.at(),
          "cannot tell the hierarchy of the parameter's type",
          "compare it with TYPE of a variable on the left side");
    }
    return translation
        .parameters()
        .inferred(parameter, type(marks.root, true))
        .as(type(marks.root, false));
  }

  /// The entity type that a path names where one is expected, or null.
  @Nullable Sql literal(Reference.Path path, @Nullable ValueType expected) {
    if (expected == null || !(expected.conversion() instanceof Marks marks)) {
      return null;
    }
    EntityMapping named = translation.entityOrNull(path.text());
    if (named == null) {
      return null;
    }
    if (named.root() != marks.root) {
      throw translation.error(
          path.at(),
          "entity %s is not of the hierarchy of %s".formatted(named, marks.root),
          "compare with one of " + marks.root.withSubtypes());
    }
    if (EntitySource.markOf(named) == null) {
      throw translation.error(
          path.at(), "entity %s is abstract: no instance is of that type".formatted(named), null);
    }
    return Sql.primary(EntitySource.literal(named), expected);
  }

  /// What an entity type is where nothing says which hierarchy is expected.
  @Nullable Sql literalOf(Reference.Path path) {
    EntityMapping named = translation.entityOrNull(path.text());
    return named == null ? null : literal(path, type(named.root(), false));
  }
}
