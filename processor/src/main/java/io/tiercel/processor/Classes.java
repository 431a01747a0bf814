package io.tiercel.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.JavaFileObject;

/// Questions about classes and their annotations, which go by their names in the API's package.
record Classes(Elements elements, Types types) {

  boolean has(Element element, String annotation) {
    return find(element, annotation).isPresent();
  }

  Optional<? extends AnnotationMirror> find(Element element, String annotation) {
    return element.getAnnotationMirrors().stream()
        .filter(mirror -> isNamed(mirror, annotation))
        .findFirst();
  }

  private static boolean isNamed(AnnotationMirror mirror, String annotation) {
    return ((TypeElement) mirror.getAnnotationType().asElement())
        .getQualifiedName()
        .contentEquals(Names.PERSISTENCE + annotation);
  }

  /// Those that stand alone and those in the container.
  List<AnnotationMirror> all(Element element, String annotation, String container) {
    List<AnnotationMirror> found = new ArrayList<>();
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      if (isNamed(mirror, annotation)) {
        found.add(mirror);
      } else if (isNamed(mirror, container)) {
        value(mirror, "value").stream()
            .flatMap(Classes::elements)
            .forEach(each -> found.add((AnnotationMirror) each.getValue()));
      }
    }
    return found;
  }

  private static Stream<AnnotationValue> elements(Object value) {
    return ((List<?>) value).stream().map(AnnotationValue.class::cast);
  }

  /// What an annotation says there, not its default.
  static Optional<Object> value(AnnotationMirror mirror, String member) {
    for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> entry :
        mirror.getElementValues().entrySet()) {
      if (entry.getKey().getSimpleName().contentEquals(member)) {
        return Optional.of(entry.getValue().getValue());
      }
    }
    return Optional.empty();
  }

  /// The class that a member names, if it names one.
  static Optional<TypeMirror> type(AnnotationMirror mirror, String member) {
    return value(mirror, member)
        .map(TypeMirror.class::cast)
        .filter(type -> type.getKind() != TypeKind.VOID);
  }

  boolean isManaged(TypeElement type) {
    return has(type, "Entity") || has(type, "MappedSuperclass") || has(type, "Embeddable");
  }

  /// The class and its managed superclasses, the nearest first.
  List<TypeElement> hierarchy(TypeElement type) {
    List<TypeElement> found = new ArrayList<>(List.of(type));
    for (TypeMirror up = type.getSuperclass(); up instanceof DeclaredType declared; ) {
      TypeElement above = (TypeElement) declared.asElement();
      if (isManaged(above)) {
        found.add(above);
      }
      up = above.getSuperclass();
    }
    return found;
  }

  /// Whether a class of that name is in the sources, rather than written by an earlier compilation.
  boolean isWrittenByHand(String name) {
    TypeElement known = elements.getTypeElement(name);
    return known != null && isSource(known);
  }

  boolean isSource(TypeElement type) {
    JavaFileObject file = elements.getFileObjectOf(type);
    return file != null && file.getKind() == JavaFileObject.Kind.SOURCE;
  }

  /// Whether the erased type is the class of that name, or below it.
  boolean isA(TypeMirror type, String className) {
    TypeElement known = elements.getTypeElement(className);
    return known != null && types.isSubtype(types.erasure(type), types.erasure(known.asType()));
  }
}
