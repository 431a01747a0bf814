package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the generators that annotations declare at attributes, classes and packages. Their names
/// are known in the whole unit, across both kinds (sections 11.1.50 and 11.1.53).
final class Generators {
  private final List<Class<?>> managedClasses;

  Generators(Collection<Class<?>> managedClasses) {
    this.managedClasses = List.copyOf(managedClasses);
  }

  /// The generator that an id's `@GeneratedValue` means, a [SequenceGenerator] or a
  /// [TableGenerator]; null when none is declared.
  ///
  /// @param name what the annotation names, empty for the default
  /// @param kinds the kinds that fit the strategy
  @Nullable Annotation find(
      EntityHead head, PersistentMember id, String name, List<Class<? extends Annotation>> kinds) {
    return name.isEmpty() ? unnamed(head, id, kinds) : named(head, id, name, kinds);
  }

  /// Without a name the generator written at the id counts, then one that is called like the
  /// entity, which a generator without a name at the entity's class is, then one without a name at
  /// the package.
  private @Nullable Annotation unnamed(
      EntityHead head, PersistentMember id, List<Class<? extends Annotation>> kinds) {
    Predicate<Annotation> isEntitys = generator -> name(generator).equals(head.entityName());
    Predicate<Annotation> isUnnamed = generator -> name(generator).isEmpty();
    return Stream.of(
            at((AnnotatedElement) id.javaMember(), kinds),
            at(head.type(), kinds).filter(isUnnamed.or(isEntitys)),
            at(head.type().getPackage(), kinds).filter(isUnnamed.or(isEntitys)),
            everywhere(kinds).filter(isEntitys))
        .flatMap(found -> found)
        .findFirst()
        .orElse(null);
  }

  /// One that a mapping file declares for the unit overrides those of its name (section 12.2.1),
  /// then the nearest to the id wins.
  private @Nullable Annotation named(
      EntityHead head, PersistentMember id, String name, List<Class<? extends Annotation>> kinds) {
    for (Class<? extends Annotation> kind : kinds) {
      for (Annotation generator : Annotations.source().ofUnit(kind)) {
        if (name(generator).equals(name)) {
          return generator;
        }
      }
    }
    List<AnnotatedElement> near = new ArrayList<>();
    near.add((AnnotatedElement) id.javaMember());
    near.addAll(PersistentMembers.hierarchy(head.type()));
    for (AnnotatedElement element : near) {
      for (Class<? extends Annotation> kind : kinds) {
        for (Annotation generator : Annotations.all(element, kind)) {
          if (name(generator).equals(name)) {
            return generator;
          }
        }
      }
    }
    return ofClasses(kinds)
        .filter(generator -> name(generator).equals(name))
        .findFirst()
        .orElse(null);
  }

  private Stream<Annotation> everywhere(List<Class<? extends Annotation>> kinds) {
    return Stream.concat(ofUnit(kinds), ofClasses(kinds));
  }

  private static Stream<Annotation> ofUnit(List<Class<? extends Annotation>> kinds) {
    return kinds.stream().flatMap(kind -> Stream.of(Annotations.source().ofUnit(kind)));
  }

  private Stream<Annotation> ofClasses(List<Class<? extends Annotation>> kinds) {
    return managedClasses.stream()
        .flatMap(
            type ->
                Stream.of(
                        Stream.of(type, type.getPackage()),
                        Stream.of(type.getDeclaredFields()),
                        Stream.of(type.getDeclaredMethods()))
                    .flatMap(elements -> elements))
        .flatMap(element -> at(element, kinds));
  }

  private static Stream<Annotation> at(
      AnnotatedElement element, List<Class<? extends Annotation>> kinds) {
    return kinds.stream().flatMap(kind -> Stream.of(Annotations.all(element, kind)));
  }

  private static String name(Annotation generator) {
    if (generator instanceof SequenceGenerator sequence) {
      return sequence.name();
    }
    if (generator instanceof TableGenerator table) {
      return table.name();
    }
    throw new IllegalArgumentException(generator + " is no generator");
  }
}
