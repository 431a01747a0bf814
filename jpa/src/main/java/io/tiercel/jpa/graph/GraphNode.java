package io.tiercel.jpa.graph;

import jakarta.persistence.AttributeNode;
import jakarta.persistence.Subgraph;
import jakarta.persistence.metamodel.Attribute;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// One attribute of a graph, and the graphs of what it leads to, by their classes. Confined to one
/// thread while its graph changes.
final class GraphNode<Y> implements AttributeNode<Y> {
  private final Attribute<?, Y> attribute;
  final Map<Class<?>, SubgraphOf<?>> subgraphs = new LinkedHashMap<>();
  final Map<Class<?>, SubgraphOf<?>> keySubgraphs = new LinkedHashMap<>();

  GraphNode(Attribute<?, Y> attribute) {
    this.attribute = attribute;
  }

  Attribute<?, Y> attribute() {
    return attribute;
  }

  GraphNode<Y> copy(boolean fixed) {
    GraphNode<Y> copy = new GraphNode<>(attribute);
    subgraphs.forEach((type, graph) -> copy.subgraphs.put(type, graph.copy(fixed)));
    keySubgraphs.forEach((type, graph) -> copy.keySubgraphs.put(type, graph.copy(fixed)));
    return copy;
  }

  @Override
  public String getAttributeName() {
    return attribute.getName();
  }

  @Override
  @SuppressWarnings("rawtypes") // as the interface has it
  public Map<Class, Subgraph> getSubgraphs() {
    return Collections.unmodifiableMap(new LinkedHashMap<Class, Subgraph>(subgraphs));
  }

  @Override
  @SuppressWarnings("rawtypes") // as the interface has it
  public Map<Class, Subgraph> getKeySubgraphs() {
    return Collections.unmodifiableMap(new LinkedHashMap<Class, Subgraph>(keySubgraphs));
  }
}
