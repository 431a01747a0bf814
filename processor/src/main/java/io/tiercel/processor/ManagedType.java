package io.tiercel.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/// What a metamodel class shows of its class.
///
/// @param kind the interface of the metamodel: `EntityType` and the like
record ManagedType(TypeElement element, String kind, List<Attribute> attributes) {
  private static final List<String> TO_ONE = List.of("ManyToOne", "OneToOne");
  private static final List<String> TO_MANY =
      List.of("OneToMany", "ManyToMany", "ElementCollection");

  static ManagedType of(TypeElement element, Classes classes) {
    List<Attribute> attributes = new ArrayList<>();
    new Members(classes)
        .of(element)
        .forEach((name, member) -> attributes.add(attribute(name, member, classes)));
    return new ManagedType(element, kind(element, classes), List.copyOf(attributes));
  }

  private static String kind(TypeElement element, Classes classes) {
    if (classes.has(element, "Entity")) {
      return "EntityType";
    }
    return classes.has(element, "Embeddable") ? "EmbeddableType" : "MappedSuperclassType";
  }

  private static Attribute attribute(String name, Element member, Classes classes) {
    TypeMirror type =
        member instanceof ExecutableElement getter ? getter.getReturnType() : member.asType();
    Optional<? extends AnnotationMirror> toMany =
        TO_MANY.stream().flatMap(each -> classes.find(member, each).stream()).findFirst();
    return toMany.isPresent()
        ? plural(name, member, type, toMany.get(), classes)
        : new Attribute(name, "SingularAttribute", singular(member, type, classes));
  }

  private static String singular(Element member, TypeMirror type, Classes classes) {
    TypeNames names = new TypeNames(classes.types());
    // An association may be declared as an interface of its target; the attribute's type is that.
    boolean isErased =
        TO_ONE.stream().anyMatch(each -> classes.has(member, each)) && type instanceof DeclaredType;
    return names.of(isErased ? classes.types().erasure(type) : type);
  }

  private static Attribute plural(
      String name, Element member, TypeMirror type, AnnotationMirror annotation, Classes classes) {
    TypeNames names = new TypeNames(classes.types());
    boolean isMap = classes.isA(type, "java.util.Map");
    Optional<TypeMirror> named =
        Classes.type(annotation, "targetEntity").or(() -> Classes.type(annotation, "targetClass"));
    String element = named.map(names::of).orElseGet(() -> argument(type, isMap ? 1 : 0, names));
    if (isMap) {
      String key =
          classes
              .find(member, "MapKeyClass")
              .flatMap(each -> Classes.type(each, "value"))
              .map(names::of)
              .orElseGet(() -> argument(type, 0, names));
      return new Attribute(name, "MapAttribute", key + ", " + element);
    }
    String kind =
        Stream.of("List", "Set")
            .filter(each -> classes.isA(type, "java.util." + each))
            .findFirst()
            .orElse("Collection");
    return new Attribute(name, kind + "Attribute", element);
  }

  private static String argument(TypeMirror type, int place, TypeNames names) {
    return type instanceof DeclaredType declared && declared.getTypeArguments().size() > place
        ? names.of(declared.getTypeArguments().get(place))
        : "java.lang.Object";
  }
}
