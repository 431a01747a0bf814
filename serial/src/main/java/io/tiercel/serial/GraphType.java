package io.tiercel.serial;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The attribute's type: the `Basket` of `JsonConverter<Basket>`, with what stands between its own
/// angle brackets, if it has any.
///
/// @param type without type variables
/// @param rawClass what its instances are of
/// @param classes all classes in it, that one first
record GraphType(Type type, Class<?> rawClass, List<Class<?>> classes) {

  /// What a converter says in its `extends`, or a class says that it extends.
  ///
  /// @throws GraphException when it leaves that open
  static GraphType of(Class<?> converter) {
    Map<TypeVariable<?>, Type> bound = new HashMap<>();
    Class<?> at = converter;
    while (at.getSuperclass() != GraphConverter.class) {
      if (at.getGenericSuperclass() instanceof ParameterizedType parameterized) {
        TypeVariable<?>[] variables = at.getSuperclass().getTypeParameters();
        for (int i = 0; i < variables.length; i++) {
          bound.put(variables[i], parameterized.getActualTypeArguments()[i]);
        }
      }
      at = at.getSuperclass();
    }
    Type type = at.getTypeParameters()[0];
    while (type instanceof TypeVariable<?> variable && bound.containsKey(variable)) {
      type = bound.get(variable);
    }
    List<Class<?>> classes = new ArrayList<>();
    if (!collect(type, classes)) {
      throw new GraphException(
          "%s does not say which type its attribute has".formatted(converter.getName()),
          "let it extend %s<Basket>, with the attribute's type for Basket"
              .formatted(at.getSimpleName()),
          null);
    }
    return new GraphType(type, classes.getFirst(), List.copyOf(classes));
  }

  private static boolean collect(Type type, List<Class<?>> classes) {
    switch (type) {
      case Class<?> plain -> classes.add(plain);
      case ParameterizedType parameterized -> {
        classes.add((Class<?>) parameterized.getRawType());
        for (Type argument : parameterized.getActualTypeArguments()) {
          if (!collect(argument, classes)) {
            return false;
          }
        }
      }
      case WildcardType wildcard -> {
        return collect(wildcard.getUpperBounds()[0], classes);
      }
      case GenericArrayType array -> {
        List<Class<?>> elements = new ArrayList<>();
        if (!collect(array.getGenericComponentType(), elements)) {
          return false;
        }
        classes.add(elements.getFirst().arrayType());
        classes.addAll(elements);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  String describe() {
    return type.getTypeName();
  }
}
