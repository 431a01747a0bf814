package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.DdlExtras;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.type.Boxed;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Reads where ids come from (sections 11.1.20, 11.1.50 and 11.1.53).
final class IdGenerations {
  private static final String COUNTERS = "id_generator";
  private static final List<Class<? extends Annotation>> SEQUENCES =
      List.of(SequenceGenerator.class);
  private static final List<Class<? extends Annotation>> TABLES = List.of(TableGenerator.class);
  private static final List<Class<? extends Annotation>> ALL =
      List.of(SequenceGenerator.class, TableGenerator.class);

  private final Generators generators;

  IdGenerations(Collection<Class<?>> managedClasses) {
    this.generators = new Generators(managedClasses);
  }

  IdGeneration of(EntityHead head) {
    if (!head.id().derived().isEmpty()) {
      return new IdGeneration.Assigned();
    }
    if (!head.id().isSimple()) {
      refuseGenerated(head);
      return new IdGeneration.Assigned();
    }
    PersistentMember id = head.idMember();
    GeneratedValue annotation = id.annotation(GeneratedValue.class);
    if (annotation == null) {
      return new IdGeneration.Assigned();
    }
    return switch (annotation.strategy()) {
      case AUTO -> auto(head, id, annotation);
      case SEQUENCE -> numbered(head, id, annotation, SEQUENCES);
      case IDENTITY -> identity(head, id);
      case UUID -> uuid(id);
      case TABLE -> numbered(head, id, annotation, TABLES);
    };
  }

  /// Section 11.1.20: only simple ids are generated.
  private static void refuseGenerated(EntityHead head) {
    for (PersistentMember member : head.members()) {
      if (member.has(GeneratedValue.class)) {
        throw member.refusal(
            "a part of an id of several columns cannot be generated",
            "assign it before persist, or make it the only @Id and the others a unique"
                + " constraint.");
      }
    }
  }

  private IdGeneration auto(EntityHead head, PersistentMember id, GeneratedValue annotation) {
    return id.javaType() == UUID.class
        ? new IdGeneration.Uuid()
        : numbered(head, id, annotation, ALL);
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

  /// Numbers from a sequence or a table, whichever of the kinds is declared; from a sequence when
  /// none is, unless a table is asked for.
  private IdGeneration numbered(
      EntityHead head,
      PersistentMember id,
      GeneratedValue annotation,
      List<Class<? extends Annotation>> kinds) {
    requireNumber(
        id,
        Byte.class,
        Short.class,
        Integer.class,
        Long.class,
        java.math.BigInteger.class,
        java.math.BigDecimal.class);
    String name = annotation.generator();
    Annotation found = generators.find(head, id, name, kinds);
    if (found instanceof TableGenerator || (found == null && kinds.equals(TABLES))) {
      return counter(head, id, (TableGenerator) found, name);
    }
    return sequence(head, id, (SequenceGenerator) found, name);
  }

  private static IdGeneration counter(
      EntityHead head, PersistentMember id, @Nullable TableGenerator generator, String name) {
    if (generator == null) {
      Table table = new Table(head.table().schema(), COUNTERS);
      return new IdGeneration.Counter(
          table,
          counterColumn(table, "", "name", String.class, 0),
          counterColumn(table, "", "value", Long.class, 1),
          name.isEmpty() ? head.table().name() : name,
          0,
          50,
          List.of(),
          "");
    }
    requireAllocation(id, generator.allocationSize());
    Tables.refuseCatalog(head.type(), id.name(), generator.catalog());
    String schema = Tables.schema(generator.schema());
    Table table =
        new Table(
            schema != null ? schema : head.table().schema(),
            generator.table().isEmpty() ? COUNTERS : Identifier.stored(generator.table()));
    Column key = counterColumn(table, generator.pkColumnName(), "name", String.class, 0);
    Column value = counterColumn(table, generator.valueColumnName(), "value", Long.class, 1);
    String written =
        generator.pkColumnValue().isEmpty() ? generator.name() : generator.pkColumnValue();
    return new IdGeneration.Counter(
        table,
        key,
        value,
        written.isEmpty() ? head.table().name() : written,
        generator.initialValue(),
        generator.allocationSize(),
        Indexes.of(head, generator, table, List.of(key, value)),
        generator.options());
  }

  private static Column counterColumn(
      Table table, String written, String byDefault, Class<?> type, int slot) {
    return new Column(
        table,
        Identifier.stored(written.isEmpty() ? byDefault : written),
        slot,
        type,
        type == String.class ? "varchar(255)" : "bigint",
        null,
        false,
        false,
        true,
        true,
        null,
        DdlExtras.NONE);
  }

  private static void requireAllocation(PersistentMember id, int allocationSize) {
    if (allocationSize < 1) {
      throw id.refusal("allocationSize is %d".formatted(allocationSize), "make it 1 or more.");
    }
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
    requireAllocation(id, generator.allocationSize());
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
}
