package io.tiercel.jpa.metamodel;

import static java.lang.System.Logger.Level.WARNING;

import io.tiercel.jpa.mapping.reading.UnitMapping;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.NamedEntityGraph;
import jakarta.persistence.NamedNativeQuery;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.TypedQueryReference;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.StaticMetamodel;
import jakarta.persistence.metamodel.Type;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Fills the static metamodel classes of a unit (sections 6.2.1 and 6.2.2): `Order_` beside
/// `Order`; for a nested class `Shop.Order` it is `Shop.Order_`, `Shop_.Order_` or `Shop_Order_`.
/// Where a unit has none of them, nothing is read.
public final class StaticMetamodels {
  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");

  private final UnitMetamodel metamodel;
  private final UnitMapping mapping;
  private final Function<String, TypedQueryReference<?>> queries;
  private final Function<String, EntityGraph<?>> graphs;

  /// @param queries gives references to named queries
  /// @param graphs gives named entity graphs
  public StaticMetamodels(
      UnitMetamodel metamodel,
      UnitMapping mapping,
      Function<String, TypedQueryReference<?>> queries,
      Function<String, EntityGraph<?>> graphs) {
    this.metamodel = metamodel;
    this.mapping = mapping;
    this.queries = queries;
    this.graphs = graphs;
  }

  /// Sets the static fields of those classes that there are. A field that stands for nothing in
  /// the unit stays as it is, with a warning in the log.
  public void fill() {
    if (withSuperclasses(mapping.managedClasses()).stream()
        .noneMatch(type -> staticClass(type) != null)) {
      return;
    }
    for (ManagedType<?> type : metamodel.getManagedTypes()) {
      Class<?> fields = staticClass(type.getJavaType());
      if (fields != null) {
        fill(type, fields);
      }
    }
  }

  private static Set<Class<?>> withSuperclasses(List<Class<?>> types) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (Class<?> type : types) {
      for (Class<?> up = type; up != null && up != Object.class; up = up.getSuperclass()) {
        all.add(up);
      }
    }
    return all;
  }

  private static @Nullable Class<?> staticClass(Class<?> type) {
    String name = type.getName() + "_";
    Stream<String> names =
        name.contains("$")
            ? Stream.of(name, name.replace("$", "_$"), name.replace("$", "_"))
            : Stream.of(name);
    return names
        .map(candidate -> load(candidate, type.getClassLoader()))
        .filter(found -> found != null && isFor(type, found))
        .findFirst()
        .orElse(null);
  }

  private static boolean isFor(Class<?> type, Class<?> found) {
    StaticMetamodel annotation = found.getAnnotation(StaticMetamodel.class);
    return annotation != null && annotation.value() == type;
  }

  private static @Nullable Class<?> load(String name, ClassLoader loader) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException absent) {
      return null;
    }
  }

  private void fill(ManagedType<?> type, Class<?> fields) {
    for (Field field : fields.getDeclaredFields()) {
      boolean isSet = Modifier.isStatic(field.getModifiers()) && !field.isSynthetic();
      if (isSet && !Modifier.isFinal(field.getModifiers())) {
        fill(type, field);
      }
    }
  }

  private void fill(ManagedType<?> type, Field field) {
    if (Type.class.isAssignableFrom(field.getType()) && field.getName().equals("class_")) {
      set(field, type);
    } else if (Attribute.class.isAssignableFrom(field.getType())) {
      set(field, attribute(type, field.getName()));
    } else if (field.getType() == TypedQueryReference.class) {
      set(field, query(type.getJavaType(), field.getName()));
    } else if (field.getType() == EntityGraph.class) {
      set(field, graph(type.getJavaType(), field.getName()));
    }
  }

  private static @Nullable Object attribute(ManagedType<?> type, String name) {
    return type.getAttributes().stream()
        .filter(attribute -> attribute.getName().equals(name))
        .findFirst()
        .orElse(null);
  }

  /// The reference that a field `_Order_open_` stands for, of a query `Order.open` that the class
  /// declares; null for none.
  private @Nullable Object query(Class<?> type, String fieldName) {
    Stream<String> names =
        Stream.concat(
            mapping.annotations(type, NamedQuery.class).stream().map(NamedQuery::name),
            mapping.annotations(type, NamedNativeQuery.class).stream().map(NamedNativeQuery::name));
    return names
        .filter(name -> fieldName.equals("_" + identifier(name) + "_"))
        .findFirst()
        .map(queries)
        .orElse(null);
  }

  /// The graph that a field `_Order_lines` stands for, of a graph `Order.lines` that the class
  /// declares; null for none.
  private @Nullable Object graph(Class<?> type, String fieldName) {
    return mapping.annotations(type, NamedEntityGraph.class).stream()
        .map(NamedEntityGraph::name)
        .map(name -> name.isEmpty() ? metamodel.entity(type).getName() : name)
        .filter(name -> fieldName.equals("_" + identifier(name)))
        .findFirst()
        .map(graphs)
        .orElse(null);
  }

  private static String identifier(String name) {
    StringBuilder legal = new StringBuilder();
    name.codePoints()
        .map(letter -> Character.isJavaIdentifierPart(letter) ? letter : '_')
        .forEach(legal::appendCodePoint);
    return legal.toString();
  }

  private static void set(Field field, @Nullable Object value) {
    if (!field.getType().isInstance(value)) {
      LOG.log(
          WARNING,
          () ->
              "static metamodel field %s.%s is not set: the unit has %s\nHint: generate the class anew, or remove the field."
                  .formatted(
                      field.getDeclaringClass().getName(),
                      field.getName(),
                      value == null ? "nothing of that name" : "there " + describe(value)));
      return;
    }
    try {
      field.setAccessible(true);
      field.set(null, value);
    } catch (IllegalAccessException e) {
      // setAccessible would have failed before.
      throw new IllegalStateException("could not set " + field, e);
    }
  }

  private static String describe(Object value) {
    return value instanceof Attribute<?, ?> attribute
        ? "a %s attribute of %s"
            .formatted(attribute.getPersistentAttributeType(), attribute.getJavaType().getName())
        : String.valueOf(value);
  }
}
