package io.tiercel.jpa.mapping.member;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What the type variables of a class's superclasses stand for: in `Order extends Base<Long>`, the
/// `ID` of `Base<ID>` is `Long`.
public final class TypeBindings {
  private final Map<TypeVariable<?>, Type> bound = new HashMap<>();

  /// The bindings of all superclasses and interfaces as seen from this class.
  public TypeBindings(Class<?> type) {
    bindSupertypes(type);
  }

  private void bindSupertypes(Class<?> type) {
    Stream.concat(
            Stream.ofNullable(type.getGenericSuperclass()), Stream.of(type.getGenericInterfaces()))
        .forEach(this::bind);
  }

  private void bind(Type supertype) {
    Class<?> raw = erase(supertype);
    if (supertype instanceof ParameterizedType parameterized) {
      TypeVariable<?>[] variables = raw.getTypeParameters();
      for (int i = 0; i < variables.length; i++) {
        bound.put(variables[i], parameterized.getActualTypeArguments()[i]);
      }
    }
    bindSupertypes(raw);
  }

  /// The class of a value of that type.
  Class<?> erase(Type type) {
    return switch (type) {
      case Class<?> plain -> plain;
      case ParameterizedType parameterized -> erase(parameterized.getRawType());
      case TypeVariable<?> variable -> {
        Type known = bound.get(variable);
        yield erase(known != null ? known : variable.getBounds()[0]);
      }
      case WildcardType wildcard -> erase(wildcard.getUpperBounds()[0]);
      case GenericArrayType array -> erase(array.getGenericComponentType()).arrayType();
      default -> throw new IllegalArgumentException("unknown kind of type " + type);
    };
  }

  /// The classes between the angle brackets of a type, empty when there are none.
  List<Class<?>> arguments(Type type) {
    return type instanceof ParameterizedType parameterized
        ? Stream.of(parameterized.getActualTypeArguments()).<Class<?>>map(this::erase).toList()
        : List.of();
  }

  /// What a type variable of a superclass or interface stands for.
  public Class<?> argument(Class<?> genericSupertype, int index) {
    return erase(genericSupertype.getTypeParameters()[index]);
  }
}
