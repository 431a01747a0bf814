package io.tiercel.processor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/// Which fields and properties of a class are persistent (section 2.3).
final class Members {
  private static final Set<String> TELL_NOTHING = Set.of("Transient", "Access");

  private final Classes classes;

  Members(Classes classes) {
    this.classes = classes;
  }

  /// The attributes that the class itself declares: by name, a field or a getter.
  Map<String, Element> of(TypeElement type) {
    Map<String, Element> members = new LinkedHashMap<>();
    if (!type.getRecordComponents().isEmpty()) {
      for (RecordComponentElement component : type.getRecordComponents()) {
        members.put(component.getSimpleName().toString(), field(type, component));
      }
      return members;
    }
    boolean byField = isByField(type);
    fields(type)
        .filter(field -> byField || asks(field, "FIELD"))
        .forEach(field -> members.put(field.getSimpleName().toString(), field));
    getters(type)
        .filter(getter -> byField ? asks(getter, "PROPERTY") : !isReachedByField(members, getter))
        .forEach(getter -> members.put(property(getter).orElseThrow(), getter));
    return members;
  }

  private static boolean isReachedByField(Map<String, Element> members, ExecutableElement getter) {
    return property(getter).map(members::containsKey).orElse(false);
  }

  /// The annotations of a component are those of its field.
  private static Element field(TypeElement type, RecordComponentElement component) {
    return ElementFilter.fieldsIn(type.getEnclosedElements()).stream()
        .filter(field -> field.getSimpleName().equals(component.getSimpleName()))
        .findFirst()
        .orElseThrow();
  }

  private Stream<VariableElement> fields(TypeElement type) {
    return ElementFilter.fieldsIn(type.getEnclosedElements()).stream()
        .filter(field -> !field.getModifiers().contains(Modifier.STATIC))
        .filter(field -> !field.getModifiers().contains(Modifier.TRANSIENT))
        .filter(field -> !classes.has(field, "Transient"));
  }

  private Stream<ExecutableElement> getters(TypeElement type) {
    List<ExecutableElement> methods = ElementFilter.methodsIn(type.getEnclosedElements());
    return methods.stream()
        .filter(method -> !method.getModifiers().contains(Modifier.STATIC))
        .filter(method -> property(method).isPresent())
        .filter(method -> hasSetter(methods, method))
        .filter(method -> !classes.has(method, "Transient"));
  }

  private static boolean hasSetter(List<ExecutableElement> methods, ExecutableElement getter) {
    String name = getter.getSimpleName().toString();
    String setter = "set" + name.substring(name.startsWith("is") ? 2 : 3);
    return methods.stream()
        .anyMatch(
            method ->
                method.getSimpleName().contentEquals(setter) && method.getParameters().size() == 1);
  }

  /// The property that a getter reads (JavaBeans, 8.3.1).
  static Optional<String> property(ExecutableElement method) {
    String name = method.getSimpleName().toString();
    TypeMirror type = method.getReturnType();
    if (!method.getParameters().isEmpty()
        || type.getKind() == TypeKind.VOID
        || name.equals("getClass")) {
      return Optional.empty();
    }
    if (name.startsWith("get") && name.length() > 3) {
      return Optional.of(decapitalized(name.substring(3)));
    }
    boolean isTrue = type.getKind() == TypeKind.BOOLEAN || type.toString().endsWith("Boolean");
    return isTrue && name.startsWith("is") && name.length() > 2
        ? Optional.of(decapitalized(name.substring(2)))
        : Optional.empty();
  }

  private static String decapitalized(String name) {
    boolean acronym =
        name.length() > 1
            && Character.isUpperCase(name.charAt(0))
            && Character.isUpperCase(name.charAt(1));
    return acronym ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private boolean asks(Element element, String access) {
    return access(element).filter(access::equals).isPresent();
  }

  private Optional<String> access(Element element) {
    return classes
        .find(element, "Access")
        .flatMap(mirror -> Classes.value(mirror, "value"))
        .map(value -> ((VariableElement) value).getSimpleName().toString());
  }

  /// By where annotations stand (section 2.3.1): the id's in the hierarchy, or any of an attribute.
  /// A class without any, an embeddable say, would be reached as its owner is; the names are the
  /// same either way, so its fields are taken.
  private boolean isByField(TypeElement type) {
    Optional<String> own = access(type);
    if (own.isPresent()) {
      return own.get().equals("FIELD");
    }
    List<TypeElement> silent =
        classes.hierarchy(type).stream().filter(each -> access(each).isEmpty()).toList();
    return placement(silent, this::isId).or(() -> placement(silent, this::isMapped)).orElse(true);
  }

  private Optional<Boolean> placement(List<TypeElement> hierarchy, Predicate<Element> is) {
    for (TypeElement type : hierarchy) {
      if (ElementFilter.fieldsIn(type.getEnclosedElements()).stream().anyMatch(is)) {
        return Optional.of(true);
      }
      if (ElementFilter.methodsIn(type.getEnclosedElements()).stream()
          .filter(method -> property(method).isPresent())
          .anyMatch(is)) {
        return Optional.of(false);
      }
    }
    return Optional.empty();
  }

  private boolean isId(Element element) {
    return classes.has(element, "Id") || classes.has(element, "EmbeddedId");
  }

  private boolean isMapped(Element element) {
    return element.getAnnotationMirrors().stream()
        .map(mirror -> (TypeElement) mirror.getAnnotationType().asElement())
        .filter(each -> each.getQualifiedName().toString().startsWith(Names.PERSISTENCE))
        .anyMatch(each -> !TELL_NOTHING.contains(each.getSimpleName().toString()));
  }
}
