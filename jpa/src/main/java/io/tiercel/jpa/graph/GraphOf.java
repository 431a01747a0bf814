package io.tiercel.jpa.graph;

import io.tiercel.jpa.descriptor.FetchPlan;
import jakarta.persistence.AttributeNode;
import jakarta.persistence.Graph;
import jakarta.persistence.Subgraph;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.Attribute.PersistentAttributeType;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.MapAttribute;
import jakarta.persistence.metamodel.Metamodel;
import jakarta.persistence.metamodel.PluralAttribute;
import jakarta.persistence.metamodel.SingularAttribute;
import jakarta.persistence.metamodel.Type;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The named attributes of one managed type: what entity graphs and subgraphs have in common. The
/// interface is wide; every way to add a node ends in [#node] or [#below].
abstract sealed class GraphOf<T> implements Graph<T> permits RootGraph, SubgraphOf {
  private final Metamodel metamodel;
  private final ManagedType<T> type;
  private final boolean fixed;
  private final Map<String, GraphNode<?>> nodes = new LinkedHashMap<>();
  private final Set<String> removed = new LinkedHashSet<>();

  GraphOf(Metamodel metamodel, ManagedType<T> type, boolean fixed) {
    this.metamodel = metamodel;
    this.type = type;
    this.fixed = fixed;
  }

  Metamodel metamodel() {
    return metamodel;
  }

  ManagedType<T> type() {
    return type;
  }

  void copyTo(GraphOf<T> copy, boolean copyFixed) {
    GraphOf<T> target = copy;
    nodes.forEach((name, node) -> target.nodes.put(name, node.copy(copyFixed)));
    target.removed.addAll(removed);
  }

  /// What is named here, for the context.
  FetchPlan plan(boolean exclusive) {
    Map<String, FetchPlan> named = new HashMap<>();
    nodes.forEach((name, node) -> named.put(name, below(node, exclusive)));
    return new FetchPlan(named, Map.of(), removed, exclusive, null);
  }

  private static FetchPlan below(GraphNode<?> node, boolean exclusive) {
    FetchPlan values = below(node, node.subgraphs, false, exclusive);
    return node.keySubgraphs.isEmpty()
        ? values
        : values.withKeys(below(node, node.keySubgraphs, true, exclusive));
  }

  /// Without a subgraph the target's own mapping says what is read with it (section 3.7.4).
  private static FetchPlan below(
      GraphNode<?> node, Map<Class<?>, SubgraphOf<?>> subgraphs, boolean ofKey, boolean exclusive) {
    if (subgraphs.isEmpty()) {
      return FetchPlan.MAPPING;
    }
    Class<?> usual = target(node.attribute(), ofKey).getJavaType();
    FetchPlan own = new FetchPlan(Map.of(), Map.of(), Set.of(), exclusive, null);
    Map<Class<?>, FetchPlan> treated = new HashMap<>();
    for (Map.Entry<Class<?>, SubgraphOf<?>> subgraph : subgraphs.entrySet()) {
      FetchPlan plan = subgraph.getValue().plan(exclusive);
      if (subgraph.getKey() == usual) {
        own = plan;
      } else {
        treated.put(subgraph.getKey(), plan);
      }
    }
    return new FetchPlan(own.named(), treated, own.suppressed(), exclusive, null);
  }

  boolean isFixed() {
    return fixed;
  }

  void requireChangeable() {
    if (fixed) {
      throw new IllegalStateException(
          "%s has a name and does not change\nHint: change the copy that createEntityGraph makes."
              .formatted(this));
    }
  }

  static void requireSubclass(Class<?> base, Class<?> subclass) {
    if (!base.isAssignableFrom(subclass)) {
      throw new IllegalArgumentException(
          "%s is not a subclass of %s".formatted(subclass.getName(), base.getName()));
    }
  }

  <S> SubgraphOf<S> subgraph(Class<S> managed) {
    return new SubgraphOf<>(metamodel, metamodel.managedType(managed), false);
  }

  private GraphNode<?> node(String name) {
    requireChangeable();
    Attribute<? super T, ?> attribute = type.getAttribute(name);
    removed.remove(name);
    return nodes.computeIfAbsent(name, _ -> new GraphNode<>(attribute));
  }

  /// @param wanted a class below that of the attribute; null for that itself
  @SuppressWarnings("unchecked") // the caller names the attribute's type, or treats it
  private <X> SubgraphOf<X> below(String name, @Nullable Class<?> wanted, boolean ofKey) {
    GraphNode<?> node = node(name);
    Type<?> target = target(node.attribute(), ofKey);
    if (!(target instanceof ManagedType<?>)) {
      throw new IllegalArgumentException(
          "cannot add a subgraph of %s.%s: %s has no attributes"
              .formatted(type.getJavaType().getName(), name, target.getJavaType().getName()));
    }
    Class<?> chosen = wanted == null ? target.getJavaType() : wanted;
    requireSubclass(target.getJavaType(), chosen);
    Map<Class<?>, SubgraphOf<?>> subgraphs = ofKey ? node.keySubgraphs : node.subgraphs;
    return (SubgraphOf<X>) subgraphs.computeIfAbsent(chosen, this::subgraph);
  }

  private static Type<?> target(Attribute<?, ?> attribute, boolean ofKey) {
    return switch (attribute) {
      case MapAttribute<?, ?, ?> map when ofKey -> map.getKeyType();
      case PluralAttribute<?, ?, ?> plural when !ofKey -> plural.getElementType();
      case SingularAttribute<?, ?> single when !ofKey -> single.getType();
      default ->
          throw new IllegalArgumentException(
              "attribute %s is no map, it has no keys".formatted(attribute.getName()));
    };
  }

  // ---- nodes ----

  @Override
  @SuppressWarnings("unchecked") // the caller says what the attribute's type is
  public <Y> AttributeNode<Y> addAttributeNode(String name) {
    return (AttributeNode<Y>) node(name);
  }

  @Override
  public <Y> AttributeNode<Y> addAttributeNode(Attribute<? super T, Y> attribute) {
    return addAttributeNode(attribute.getName());
  }

  @Override
  public boolean hasAttributeNode(String name) {
    return nodes.containsKey(name);
  }

  @Override
  public boolean hasAttributeNode(Attribute<? super T, ?> attribute) {
    return hasAttributeNode(attribute.getName());
  }

  @Override
  @SuppressWarnings("unchecked") // the caller says what the attribute's type is
  public <Y> AttributeNode<Y> getAttributeNode(String name) {
    GraphNode<?> node = nodes.get(name);
    if (node == null) {
      throw new NoSuchElementException(
          "%s names no attribute \"%s\", it names %s".formatted(this, name, nodes.keySet()));
    }
    return (AttributeNode<Y>) node;
  }

  @Override
  public <Y> AttributeNode<Y> getAttributeNode(Attribute<? super T, Y> attribute) {
    return getAttributeNode(attribute.getName());
  }

  @Override
  public void removeAttributeNode(String name) {
    requireChangeable();
    nodes.remove(name);
    removed.add(type.getAttribute(name).getName());
  }

  @Override
  public void removeAttributeNode(Attribute<? super T, ?> attribute) {
    removeAttributeNode(attribute.getName());
  }

  @Override
  public void removeAttributeNodes(PersistentAttributeType kind) {
    requireChangeable();
    for (Attribute<? super T, ?> attribute : type.getAttributes()) {
      if (attribute.getPersistentAttributeType() == kind) {
        removeAttributeNode(attribute.getName());
      }
    }
  }

  @Override
  public void addAttributeNodes(String... names) {
    for (String name : names) {
      node(name);
    }
  }

  @Override
  @SafeVarargs
  public final void addAttributeNodes(Attribute<? super T, ?>... attributes) {
    for (Attribute<? super T, ?> attribute : attributes) {
      node(attribute.getName());
    }
  }

  @Override
  public List<AttributeNode<?>> getAttributeNodes() {
    return List.copyOf(nodes.values());
  }

  // ---- subgraphs ----

  @Override
  public <X> Subgraph<X> addSubgraph(Attribute<? super T, X> attribute) {
    return below(attribute.getName(), null, false);
  }

  @Override
  public <Y> Subgraph<Y> addTreatedSubgraph(
      Attribute<? super T, ? super Y> attribute, Class<Y> subclass) {
    return below(attribute.getName(), subclass, false);
  }

  @Override
  @SuppressWarnings("removal") // it belongs to the interface
  public <X> Subgraph<? extends X> addSubgraph(
      Attribute<? super T, X> attribute, Class<? extends X> subclass) {
    return below(attribute.getName(), subclass, false);
  }

  @Override
  public <X> Subgraph<X> addSubgraph(String name) {
    return below(name, null, false);
  }

  @Override
  public <X> Subgraph<X> addSubgraph(String name, Class<X> subclass) {
    return below(name, subclass, false);
  }

  @Override
  public <E> Subgraph<E> addElementSubgraph(PluralAttribute<? super T, ?, E> attribute) {
    return below(attribute.getName(), null, false);
  }

  @Override
  public <E> Subgraph<E> addTreatedElementSubgraph(
      PluralAttribute<? super T, ?, ? super E> attribute, Class<E> subclass) {
    return below(attribute.getName(), subclass, false);
  }

  @Override
  public <X> Subgraph<X> addElementSubgraph(String name) {
    return below(name, null, false);
  }

  @Override
  public <X> Subgraph<X> addElementSubgraph(String name, Class<X> subclass) {
    return below(name, subclass, false);
  }

  @Override
  public <K> Subgraph<K> addMapKeySubgraph(MapAttribute<? super T, K, ?> attribute) {
    return below(attribute.getName(), null, true);
  }

  @Override
  public <K> Subgraph<K> addTreatedMapKeySubgraph(
      MapAttribute<? super T, ? super K, ?> attribute, Class<K> subclass) {
    return below(attribute.getName(), subclass, true);
  }

  @Override
  @SuppressWarnings("removal") // it belongs to the interface
  public <X> Subgraph<X> addKeySubgraph(Attribute<? super T, X> attribute) {
    return below(attribute.getName(), null, true);
  }

  @Override
  @SuppressWarnings("removal") // it belongs to the interface
  public <X> Subgraph<? extends X> addKeySubgraph(
      Attribute<? super T, X> attribute, Class<? extends X> subclass) {
    return below(attribute.getName(), subclass, true);
  }

  @Override
  public <X> Subgraph<X> addKeySubgraph(String name) {
    return below(name, null, true);
  }

  @Override
  public <X> Subgraph<X> addKeySubgraph(String name, Class<X> subclass) {
    return below(name, subclass, true);
  }
}
