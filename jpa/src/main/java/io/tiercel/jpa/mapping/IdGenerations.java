package io.tiercel.jpa.mapping;

import jakarta.persistence.GeneratedValue;
import jakarta.persistence.SequenceGenerator;
import java.lang.reflect.AnnotatedElement;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads where ids come from (sections 11.1.20 and 11.1.51).
final class IdGenerations {
  private final List<Class<?>> managedClasses;

  IdGenerations(Collection<Class<?>> managedClasses) {
    this.managedClasses = List.copyOf(managedClasses);
  }

  IdGeneration of(EntityHead head) {
    PersistentMember id = head.idMember();
    GeneratedValue annotation = id.annotation(GeneratedValue.class);
    if (annotation == null) {
      return new IdGeneration.Assigned();
    }
    return switch (annotation.strategy()) {
      case AUTO -> auto(head, id, annotation);
      case SEQUENCE -> sequence(head, id, annotation);
      case IDENTITY -> identity(head, id);
      case UUID -> uuid(id);
      case TABLE ->
          throw id.refusal(
              "GenerationType.TABLE is not supported",
              "use GenerationType.SEQUENCE: a sequence does the same without locking a row.");
    };
  }

  private IdGeneration auto(EntityHead head, PersistentMember id, GeneratedValue annotation) {
    return id.javaType() == UUID.class ? new IdGeneration.Uuid() : sequence(head, id, annotation);
  }

  private static IdGeneration uuid(PersistentMember id) {
    if (id.javaType() != UUID.class && id.javaType() != String.class) {
      throw id.refusal(
          "GenerationType.UUID makes no %s".formatted(id.javaType().getName()),
          "declare the id as java.util.UUID or String.");
    }
    return new IdGeneration.Uuid();
  }

  private static IdGeneration identity(EntityHead head, PersistentMember id) {
    requireNumber(id, Short.class, Integer.class, Long.class);
    if (head.id().column().conversion() != null) {
      throw id.refusal("an identity column cannot be converted", "declare the id as long or int.");
    }
    return new IdGeneration.Identity();
  }

  private static void requireNumber(PersistentMember id, Class<?>... types) {
    if (!List.of(types).contains(Boxed.of(id.javaType()))) {
      throw id.refusal(
          "the database cannot generate %s".formatted(id.javaType().getName()),
          "declare the id as long or int, or as UUID with GenerationType.UUID.");
    }
  }

  private IdGeneration sequence(EntityHead head, PersistentMember id, GeneratedValue annotation) {
    requireNumber(
        id,
        Short.class,
        Integer.class,
        Long.class,
        java.math.BigInteger.class,
        java.math.BigDecimal.class);
    SequenceGenerator generator =
        annotation.generator().isEmpty()
            ? unnamed(head, id)
            : named(head, id, annotation.generator());
    return sequence(head, id, generator, annotation.generator());
  }

  private static IdGeneration sequence(
      EntityHead head, PersistentMember id, @Nullable SequenceGenerator generator, String name) {
    String byDefault = head.table().name() + "_seq";
    if (generator == null) {
      return new IdGeneration.Sequence(
          new Table(head.table().schema(), name.isEmpty() ? byDefault : Identifier.stored(name)),
          50,
          1,
          "");
    }
    if (generator.allocationSize() < 1) {
      throw id.refusal(
          "allocationSize is %d".formatted(generator.allocationSize()), "make it 1 or more.");
    }
    Tables.refuseCatalog(head.type(), id.name(), generator.catalog());
    String written =
        generator.sequenceName().isEmpty() ? generator.name() : generator.sequenceName();
    String schema = Tables.schema(generator.schema());
    return new IdGeneration.Sequence(
        new Table(
            schema != null ? schema : head.table().schema(),
            written.isEmpty() ? byDefault : Identifier.stored(written)),
        generator.allocationSize(),
        generator.initialValue(),
        generator.options());
  }

  /// Without a name the generator written at the id counts, then the one at the entity.
  private static @Nullable SequenceGenerator unnamed(EntityHead head, PersistentMember id) {
    return Stream.concat(
            Stream.of(id.annotations(SequenceGenerator.class)),
            Stream.of(head.type().getAnnotationsByType(SequenceGenerator.class))
                .filter(
                    generator ->
                        generator.name().isEmpty() || generator.name().equals(head.entityName())))
        .findFirst()
        .orElse(null);
  }

  /// Names of generators are global: the nearest to the id wins, then any of the unit. A name that
  /// no generator declares names the sequence itself.
  private @Nullable SequenceGenerator named(EntityHead head, PersistentMember id, String name) {
    Stream<AnnotatedElement> near =
        Stream.concat(
            Stream.of((AnnotatedElement) id.javaMember()),
            PersistentMembers.hierarchy(head.type()).stream());
    Stream<AnnotatedElement> far =
        managedClasses.stream()
            .flatMap(
                type ->
                    Stream.of(
                            Stream.of(type, type.getPackage()),
                            Stream.of(type.getDeclaredFields()),
                            Stream.of(type.getDeclaredMethods()))
                        .flatMap(elements -> elements));
    return Stream.concat(near, far)
        .flatMap(element -> Stream.of(element.getAnnotationsByType(SequenceGenerator.class)))
        .filter(generator -> generator.name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
