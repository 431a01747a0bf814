package io.tiercel.inside.processor;

import io.tiercel.inside.PgFunction;
import io.tiercel.inside.PgProcedure;
import io.tiercel.inside.PgType;
import io.tiercel.inside.ddl.JavaType;
import io.tiercel.inside.ddl.Routine;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/// Reads routines as the compiler sees them.
final class CompiledRoutines {
  private static final List<String> SETS =
      List.of("java.util.stream.BaseStream", "java.lang.Iterable", "java.util.Iterator");
  private static final String INTERVAL = "io.tiercel.wire.codec.Interval";

  private final Elements elements;
  private final Types types;

  CompiledRoutines(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  Routine routine(ExecutableElement method) {
    List<Routine.Parameter> parameters = new ArrayList<>();
    for (VariableElement parameter : method.getParameters()) {
      parameters.add(
          new Routine.Parameter(
              parameter.getSimpleName().toString(), type(parameter.asType()), sqlType(parameter)));
    }
    var owner = (TypeElement) method.getEnclosingElement();
    return new Routine(
        elements.getBinaryName(owner).toString(),
        method.getSimpleName().toString(),
        parameters,
        type(method.getReturnType()),
        sqlType(method),
        method.isVarArgs(),
        method.getAnnotation(PgFunction.class),
        method.getAnnotation(PgProcedure.class));
  }

  private static @Nullable String sqlType(Element element) {
    PgType stated = element.getAnnotation(PgType.class);
    return stated == null ? null : stated.value();
  }

  private JavaType type(TypeMirror type) {
    return new JavaType(name(type), element(type), components(type));
  }

  /// As the source writes it, but without annotations and type arguments.
  private String name(TypeMirror type) {
    if (type.getKind() == TypeKind.ARRAY) {
      return name(((ArrayType) type).getComponentType()) + "[]";
    }
    TypeMirror erased = types.erasure(type);
    if (erased instanceof DeclaredType declared) {
      return elements.getBinaryName((TypeElement) declared.asElement()).toString();
    }
    return erased.getKind().isPrimitive() || erased.getKind() == TypeKind.VOID
        ? erased.getKind().name().toLowerCase(java.util.Locale.ROOT)
        : erased.toString();
  }

  private @Nullable JavaType element(TypeMirror type) {
    if (!(type instanceof DeclaredType declared) || !isSet(type)) {
      return null;
    }
    return declared.getTypeArguments().size() == 1
        ? type(declared.getTypeArguments().getFirst())
        : new JavaType("java.lang.Object", null, null);
  }

  private boolean isSet(TypeMirror type) {
    return SETS.stream()
        .map(elements::getTypeElement)
        .anyMatch(
            set ->
                set != null && types.isSubtype(types.erasure(type), types.erasure(set.asType())));
  }

  private @Nullable List<JavaType.Component> components(TypeMirror type) {
    if (!(type instanceof DeclaredType declared)
        || !(declared.asElement() instanceof TypeElement owner)
        || owner.getRecordComponents().isEmpty()
        || owner.getQualifiedName().contentEquals(INTERVAL)) {
      return null;
    }
    List<JavaType.Component> components = new ArrayList<>();
    for (var component : owner.getRecordComponents()) {
      components.add(
          new JavaType.Component(
              component.getSimpleName().toString(), type(component.asType()), sqlType(component)));
    }
    return components;
  }
}
