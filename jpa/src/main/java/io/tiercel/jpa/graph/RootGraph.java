package io.tiercel.jpa.graph;

import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.result.RootPlan;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.NamedSubgraph;
import jakarta.persistence.Subgraph;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.Metamodel;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An entity graph. One that has a name in the unit does not change; [#copy] makes one that does.
/// Confined to one thread while it changes.
public final class RootGraph<T> extends GraphOf<T> implements EntityGraph<T> {
  private final EntityType<T> entity;
  private final @Nullable String name;
  private final Map<Class<?>, SubgraphOf<?>> treated = new LinkedHashMap<>();

  /// What it says as a load graph and as a fetch graph, kept while it cannot change. Readers know
  /// a plan that they have seen before by its identity.
  private volatile @Nullable RootPlan loads;

  private volatile @Nullable RootPlan fetches;

  private RootGraph(
      Metamodel metamodel, EntityType<T> entity, @Nullable String name, boolean fixed) {
    super(metamodel, entity, fixed);
    this.entity = entity;
    this.name = name;
  }

  /// An empty graph without a name; IllegalArgumentException when the class is no entity.
  public static <T> RootGraph<T> of(Metamodel metamodel, @Nullable Class<T> type) {
    return new RootGraph<>(metamodel, metamodel.entity(type), null, false);
  }

  /// The same graph to be changed.
  public RootGraph<T> copy() {
    return copy(null, false);
  }

  /// The same graph by a name, not to be changed.
  RootGraph<T> named(String newName) {
    return copy(newName, true);
  }

  private RootGraph<T> copy(@Nullable String newName, boolean fixed) {
    RootGraph<T> copy = new RootGraph<>(metamodel(), entity, newName, fixed);
    copyTo(copy, fixed);
    treated.forEach((type, graph) -> copy.treated.put(type, graph.copy(fixed)));
    return copy;
  }

  /// The class of the entity it begins at.
  Class<T> root() {
    return entity.getJavaType();
  }

  /// What is to be read with the entities of a result.
  ///
  /// @param exclusive whether it is used as fetch graph, else as load graph
  public RootPlan rootPlan(boolean exclusive) {
    if (!isFixed()) {
      return newPlan(exclusive);
    }
    RootPlan known = exclusive ? fetches : loads;
    if (known == null) {
      known = newPlan(exclusive);
      if (exclusive) {
        fetches = known;
      } else {
        loads = known;
      }
    }
    return known;
  }

  private RootPlan newPlan(boolean exclusive) {
    FetchPlan own = plan(exclusive);
    Map<Class<?>, FetchPlan> special = new LinkedHashMap<>();
    treated.forEach((type, graph) -> special.put(type, graph.plan(exclusive)));
    return new RootPlan(
        root(), new FetchPlan(own.named(), special, own.suppressed(), exclusive, null));
  }

  @Override
  public @Nullable String getName() {
    return name;
  }

  @Override
  public <S extends T> Subgraph<S> addTreatedSubgraph(Class<S> type) {
    return treat(type);
  }

  @Override
  @SuppressWarnings({"removal", "TypeParameterShadowing"}) // as the interface has it
  public <T> Subgraph<? extends T> addSubclassSubgraph(Class<? extends T> type) {
    return treat(type);
  }

  /// What is named of one subclass by an annotation.
  SubgraphOf<?> treat(NamedSubgraph subclass) {
    return treat(subclass.type());
  }

  @SuppressWarnings("unchecked") // the map has a graph of S for Class<S>
  private <S> SubgraphOf<S> treat(Class<S> type) {
    requireChangeable();
    requireSubclass(root(), type);
    return (SubgraphOf<S>) treated.computeIfAbsent(type, _ -> subgraph(type));
  }

  @Override
  public String toString() {
    return "graph %s of %s".formatted(name == null ? "without a name" : name, entity.getName());
  }
}
