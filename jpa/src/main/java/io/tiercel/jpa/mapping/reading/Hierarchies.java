package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.DdlExtras;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Inheritance;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.member.Supertypes;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.DiscriminatorType;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.InheritanceType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Which entity of a unit extends which, and how each hierarchy is stored (sections 2.12, 2.13,
/// 11.1.12 and 11.1.13). Safe for any number of threads.
final class Hierarchies {
  private final Map<Class<?>, List<Class<?>>> subtypes = new HashMap<>();
  private final ConcurrentHashMap<Class<?>, Discriminators> discriminators =
      new ConcurrentHashMap<>();

  Hierarchies(Collection<Class<?>> entities) {
    for (Class<?> entity : entities) {
      Class<?> supertype = Supertypes.nearest(entity);
      if (supertype != null) {
        subtypes.computeIfAbsent(supertype, any -> new ArrayList<>()).add(entity);
      }
    }
  }

  static Class<?> root(Class<?> entity) {
    Class<?> root = entity;
    for (Class<?> up = Supertypes.nearest(root); up != null; up = Supertypes.nearest(root)) {
      root = up;
    }
    return root;
  }

  /// The entity's place.
  ///
  /// @param rootTable the table of the hierarchy's root
  /// @param slot where the discriminator stands in rows: after the columns of the id
  Inheritance of(Class<?> entity, Table rootTable, int slot) {
    Class<?> root = root(entity);
    InheritanceType strategy = strategy(entity, root);
    Discriminators ofRoot = discriminators(root, strategy);
    return new Inheritance(
        root,
        Supertypes.nearest(entity),
        subtypes.getOrDefault(entity, List.of()),
        strategy,
        ofRoot.type == null ? null : column(root, ofRoot.type, ofRoot.longest(), rootTable, slot),
        ofRoot.values.get(entity),
        Modifier.isAbstract(entity.getModifiers()));
  }

  private static InheritanceType strategy(Class<?> entity, Class<?> root) {
    InheritanceType strategy = declared(root, InheritanceType.SINGLE_TABLE);
    if (declared(entity, strategy) != strategy) {
      throw new MappingException(
          entity,
          null,
          "it asks for %s, but its root %s is stored as %s"
              .formatted(declared(entity, strategy), root.getName(), strategy),
          "put one @Inheritance on the root; strategies cannot be mixed in a hierarchy.");
    }
    return strategy;
  }

  private static InheritanceType declared(Class<?> entity, InheritanceType byDefault) {
    var annotation = Annotations.of(entity, jakarta.persistence.Inheritance.class);
    return annotation == null ? byDefault : annotation.strategy();
  }

  /// @param type null for a hierarchy without a discriminator
  private record Discriminators(@Nullable DiscriminatorType type, Map<Class<?>, Object> values) {

    /// The length of the longest value.
    int longest() {
      return values.values().stream().mapToInt(value -> value.toString().length()).max().orElse(0);
    }
  }

  private Discriminators discriminators(Class<?> root, InheritanceType strategy) {
    return discriminators.computeIfAbsent(root, any -> readDiscriminators(root, strategy));
  }

  private Discriminators readDiscriminators(Class<?> root, InheritanceType strategy) {
    List<Class<?>> all = new ArrayList<>();
    addWithSubtypes(root, all);
    DiscriminatorColumn annotation = Annotations.of(root, DiscriminatorColumn.class);
    boolean asked =
        annotation != null
            || all.stream().anyMatch(type -> Annotations.has(type, DiscriminatorValue.class));
    boolean has =
        switch (strategy) {
          case SINGLE_TABLE -> annotation != null || all.size() > 1;
          case JOINED -> asked;
          case TABLE_PER_CLASS -> false;
        };
    if (!has) {
      return new Discriminators(null, Map.of());
    }
    DiscriminatorType type =
        annotation == null ? DiscriminatorType.STRING : annotation.discriminatorType();
    return new Discriminators(type, values(all, type));
  }

  private void addWithSubtypes(Class<?> entity, List<Class<?>> to) {
    to.add(entity);
    subtypes.getOrDefault(entity, List.of()).forEach(subtype -> addWithSubtypes(subtype, to));
  }

  private static Map<Class<?>, Object> values(List<Class<?>> entities, DiscriminatorType type) {
    Map<Class<?>, Object> values = new LinkedHashMap<>();
    Map<Object, Class<?>> owners = new HashMap<>();
    for (Class<?> entity : entities) {
      boolean isAbstract = Modifier.isAbstract(entity.getModifiers());
      if (isAbstract && !Annotations.has(entity, DiscriminatorValue.class)) {
        continue;
      }
      Object value = value(entity, type);
      Class<?> other = owners.putIfAbsent(value, entity);
      if (other != null) {
        throw new MappingException(
            entity,
            null,
            "its discriminator value \"%s\" is that of %s as well"
                .formatted(value, other.getName()),
            "give each of them another @DiscriminatorValue.");
      }
      values.put(entity, value);
    }
    return values;
  }

  /// What the annotation says. Without one a string is the entity's name, and, as the specification
  /// leaves to the provider, a character its first letter and a number the hash code of the name.
  private static Object value(Class<?> entity, DiscriminatorType type) {
    DiscriminatorValue annotation = Annotations.of(entity, DiscriminatorValue.class);
    String name = Tables.entityName(entity);
    String written = annotation == null ? null : annotation.value();
    return switch (type) {
      case STRING -> written != null ? written : name;
      case CHAR -> character(entity, written != null ? written : name.substring(0, 1));
      case INTEGER -> written != null ? integer(entity, written) : (Object) name.hashCode();
    };
  }

  private static String character(Class<?> entity, String written) {
    if (written.length() != 1) {
      throw new MappingException(
          entity,
          null,
          "its discriminator value \"%s\" is no single character".formatted(written),
          "write one character, or use discriminatorType = DiscriminatorType.STRING.");
    }
    return written;
  }

  private static Integer integer(Class<?> entity, String written) {
    try {
      return Integer.valueOf(written.strip());
    } catch (NumberFormatException e) {
      var refusal =
          new MappingException(
              entity,
              null,
              "its discriminator value \"%s\" is no integer".formatted(written),
              "write a number, or use discriminatorType = DiscriminatorType.STRING.");
      refusal.initCause(e);
      throw refusal;
    }
  }

  /// @param longest what a generated column has room for at least: names of entities may be longer
  ///     than the 31 characters that are the default
  private static Column column(
      Class<?> root, DiscriminatorType type, int longest, Table table, int slot) {
    DiscriminatorColumn annotation = Annotations.of(root, DiscriminatorColumn.class);
    String name = annotation == null ? "DTYPE" : annotation.name();
    int length = annotation == null ? 31 : annotation.length();
    String definition = annotation == null ? "" : annotation.columnDefinition();
    String sqlType =
        switch (type) {
          case STRING -> "varchar(%d)".formatted(Math.max(length, longest));
          case CHAR -> "char(1)";
          case INTEGER -> "integer";
        };
    return new Column(
        table,
        Identifier.stored(name),
        slot,
        type == DiscriminatorType.INTEGER ? Integer.class : String.class,
        definition.isEmpty() ? sqlType : definition,
        null,
        false,
        false,
        true,
        false,
        null,
        annotation == null || annotation.options().isEmpty()
            ? DdlExtras.NONE
            : new DdlExtras(List.of(), annotation.options(), ""));
  }
}
