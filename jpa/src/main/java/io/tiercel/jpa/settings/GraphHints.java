package io.tiercel.jpa.settings;

import io.tiercel.jpa.graph.NamedGraphs;
import io.tiercel.jpa.graph.RootGraph;
import io.tiercel.jpa.result.RootPlan;
import jakarta.persistence.EntityGraph;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The hints that name an entity graph (Jakarta Persistence 3.2, section 3.7.4).
public final class GraphHints {
  public static final String FETCH = "jakarta.persistence.fetchgraph";
  public static final String LOAD = "jakarta.persistence.loadgraph";

  private GraphHints() {}

  /// What the hints ask to be read; [RootPlan#NONE] when they name no graph.
  /// IllegalArgumentException when they name two, or something else.
  public static RootPlan of(Map<String, Object> hints, NamedGraphs graphs) {
    Object fetch = hints.get(FETCH);
    Object load = hints.get(LOAD);
    if (fetch != null && load != null) {
      throw new IllegalArgumentException("%s and %s are both set".formatted(FETCH, LOAD));
    }
    if (fetch != null) {
      return graph(FETCH, fetch, graphs).rootPlan(true);
    }
    return load == null ? RootPlan.NONE : graph(LOAD, load, graphs).rootPlan(false);
  }

  /// A hint of an annotation is text: the name of a graph.
  private static RootGraph<?> graph(String hint, Object value, NamedGraphs graphs) {
    return switch (value) {
      case RootGraph<?> graph -> graph;
      case String name -> graphs.get(name);
      default ->
          throw new IllegalArgumentException(
              "%s must be an entity graph of this unit or the name of one, got a %s"
                  .formatted(hint, value.getClass().getName()));
    };
  }

  /// What `find` with a graph asks to be read.
  public static RootPlan loadGraph(@Nullable EntityGraph<?> graph) {
    if (graph instanceof RootGraph<?> own) {
      return own.rootPlan(false);
    }
    throw new IllegalArgumentException("%s is not an entity graph of this unit".formatted(graph));
  }
}
