package io.tiercel.jpa.graph;

import io.tiercel.jpa.mapping.reading.UnitMapping;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.NamedAttributeNode;
import jakarta.persistence.NamedEntityGraph;
import jakarta.persistence.NamedSubgraph;
import jakarta.persistence.Subgraph;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.Metamodel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The graphs of a unit that have a name: those of `@NamedEntityGraph`, read when one is first
/// asked for, and those of `addNamedEntityGraph`. Safe for any number of threads.
public final class NamedGraphs {
  private final Metamodel metamodel;
  private final UnitMapping mapping;
  private final ConcurrentHashMap<String, RootGraph<?>> added = new ConcurrentHashMap<>();
  private volatile @Nullable Map<String, RootGraph<?>> declared;

  /// Those of that unit.
  public NamedGraphs(Metamodel metamodel, UnitMapping mapping) {
    this.metamodel = metamodel;
    this.mapping = mapping;
  }

  /// Gives a copy of the graph that name, instead of another that may have it.
  public void add(String name, EntityGraph<?> graph) {
    if (!(graph instanceof RootGraph<?> own)) {
      throw new IllegalArgumentException(
          "%s is not an entity graph of this provider".formatted(graph));
    }
    added.put(name, own.named(name));
  }

  /// The graph of that name, null when there is none.
  public @Nullable RootGraph<?> find(@Nullable String name) {
    if (name == null) {
      return null;
    }
    RootGraph<?> known = added.get(name);
    return known != null ? known : declared().get(name);
  }

  /// The graph of that name; IllegalArgumentException naming those there are.
  public RootGraph<?> get(@Nullable String name) {
    RootGraph<?> found = find(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no entity graph is named \"%s\", the unit has %s"
              .formatted(name, new TreeSet<>(all().keySet())));
    }
    return found;
  }

  /// Those that begin at that entity; IllegalArgumentException when it is none.
  @SuppressWarnings("unchecked") // a graph that begins at T is one of T
  public <T> List<EntityGraph<? super T>> of(Class<T> type) {
    Class<T> entity = metamodel.entity(type).getJavaType();
    List<EntityGraph<? super T>> found = new ArrayList<>();
    for (RootGraph<?> graph : all().values()) {
      if (graph.root() == entity) {
        found.add((RootGraph<T>) graph);
      }
    }
    return found;
  }

  /// By name those that begin at that class or a subclass of it.
  @SuppressWarnings("unchecked") // the filter lets only those of E or a subclass pass
  public <E> Map<String, EntityGraph<? extends E>> byName(Class<E> type) {
    Map<String, EntityGraph<? extends E>> found = new LinkedHashMap<>();
    all()
        .forEach(
            (name, graph) -> {
              if (type.isAssignableFrom(graph.root())) {
                found.put(name, (EntityGraph<? extends E>) graph);
              }
            });
    return Map.copyOf(found);
  }

  private Map<String, RootGraph<?>> all() {
    Map<String, RootGraph<?>> all = new HashMap<>(declared());
    all.putAll(added);
    return all;
  }

  private Map<String, RootGraph<?>> declared() {
    Map<String, RootGraph<?>> known = declared;
    if (known == null) {
      Map<String, RootGraph<?>> read = new LinkedHashMap<>();
      metamodel.getEntities().forEach(entity -> read(entity, read));
      known = Map.copyOf(read);
      declared = known;
    }
    return known;
  }

  private <T> void read(EntityType<T> entity, Map<String, RootGraph<?>> graphs) {
    for (NamedEntityGraph annotation :
        mapping.annotations(entity.getJavaType(), NamedEntityGraph.class)) {
      String name = annotation.name().isEmpty() ? entity.getName() : annotation.name();
      RootGraph<T> graph = RootGraph.of(metamodel, entity.getJavaType());
      if (annotation.includeAllAttributes()) {
        for (Attribute<? super T, ?> attribute : entity.getAttributes()) {
          graph.addAttributeNodes(attribute.getName());
        }
      }
      try {
        nodes(graph, annotation.attributeNodes(), annotation.subgraphs());
        for (NamedSubgraph subclass : annotation.subclassSubgraphs()) {
          nodes(graph.treat(subclass), subclass.attributeNodes(), annotation.subgraphs());
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "cannot read entity graph \"%s\" of %s: %s"
                .formatted(name, entity.getJavaType().getName(), e.getMessage()),
            e);
      }
      graphs.put(name, graph.named(name));
    }
  }

  private static void nodes(
      GraphOf<?> graph, NamedAttributeNode[] nodes, NamedSubgraph[] subgraphs) {
    for (NamedAttributeNode node : nodes) {
      graph.addAttributeNodes(node.value());
      if (!node.subgraph().isEmpty()) {
        subgraphs(graph, node, node.subgraph(), false, subgraphs);
      }
      if (!node.keySubgraph().isEmpty()) {
        subgraphs(graph, node, node.keySubgraph(), true, subgraphs);
      }
    }
  }

  /// Several of a name are for several classes.
  private static void subgraphs(
      GraphOf<?> graph,
      NamedAttributeNode node,
      String name,
      boolean ofKey,
      NamedSubgraph[] subgraphs) {
    boolean found = false;
    for (NamedSubgraph subgraph : subgraphs) {
      if (subgraph.name().equals(name)) {
        found = true;
        nodes(subgraph(graph, node.value(), subgraph.type(), ofKey), subgraph, subgraphs);
      }
    }
    if (!found) {
      throw new IllegalArgumentException(
          "attribute \"%s\" names the subgraph \"%s\", which is not declared"
              .formatted(node.value(), name));
    }
  }

  private static void nodes(Subgraph<?> below, NamedSubgraph subgraph, NamedSubgraph[] subgraphs) {
    nodes((GraphOf<?>) below, subgraph.attributeNodes(), subgraphs);
  }

  private static Subgraph<?> subgraph(
      GraphOf<?> graph, String attribute, Class<?> type, boolean ofKey) {
    if (type == void.class) {
      return ofKey ? graph.addKeySubgraph(attribute) : graph.addSubgraph(attribute);
    }
    return ofKey ? graph.addKeySubgraph(attribute, type) : graph.addSubgraph(attribute, type);
  }
}
