package io.tiercel.jpa.result;

import io.tiercel.jpa.descriptor.FetchPlan;

/// A plan and the entity it begins at. The entities of a result that are of it are read by it.
public record RootPlan(Class<?> root, FetchPlan plan) {
  /// No graph.
  public static final RootPlan NONE = new RootPlan(Void.class, FetchPlan.MAPPING);

  /// The plan for an entity that a query selects.
  public FetchPlan of(Class<?> entity) {
    return root.isAssignableFrom(entity) || entity.isAssignableFrom(root)
        ? plan
        : FetchPlan.MAPPING;
  }
}
