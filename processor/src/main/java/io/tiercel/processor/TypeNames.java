package io.tiercel.processor;

import java.util.stream.Collectors;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Types;

/// Writes types as source text: full names, so that nothing is imported and nothing collides;
/// wrappers for primitives; no annotations of types.
record TypeNames(Types types) {

  /// As a type argument.
  String of(TypeMirror type) {
    return type instanceof PrimitiveType primitive
        ? types.boxedClass(primitive).getQualifiedName().toString()
        : plain(type);
  }

  private String plain(TypeMirror type) {
    return switch (type) {
      case PrimitiveType primitive -> primitive.getKind().name().toLowerCase(java.util.Locale.ROOT);
      case ArrayType array -> plain(array.getComponentType()) + "[]";
      // A static field has none of the class's variables.
      case TypeVariable variable -> plain(types.erasure(variable));
      case WildcardType wildcard -> wildcard(wildcard);
      case DeclaredType declared -> declared(declared);
      default -> type.toString();
    };
  }

  private String declared(DeclaredType type) {
    String name = ((TypeElement) type.asElement()).getQualifiedName().toString();
    if (type.getTypeArguments().isEmpty()) {
      return name;
    }
    return type.getTypeArguments().stream()
        .map(this::plain)
        .collect(Collectors.joining(", ", name + "<", ">"));
  }

  private String wildcard(WildcardType type) {
    if (type.getExtendsBound() != null) {
      return "? extends " + plain(type.getExtendsBound());
    }
    return type.getSuperBound() == null ? "?" : "? super " + plain(type.getSuperBound());
  }
}
