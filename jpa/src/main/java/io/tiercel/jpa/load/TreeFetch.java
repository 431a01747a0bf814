package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.query.FetchTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Loads what a query fetches below the rows of its result: level by level, each level for all its
/// owners in one exchange. What is here already is not loaded again.
public final class TreeFetch {
  private final Loader loader;
  private final FetchTree tree;
  private final Set<EntityEntry> roots = new LinkedHashSet<>();

  /// Instances, and what is fetched of each.
  private record Level(Collection<EntityEntry> owners, FetchTree tree) {}

  public TreeFetch(Loader loader, FetchTree tree) {
    this.loader = loader;
    this.tree = tree;
  }

  /// One more instance that the tree is fetched for.
  public void add(EntityEntry root) {
    roots.add(root);
  }

  /// Loads the tree for the instances added since the last call, and forgets them.
  public void complete() {
    List<Level> levels = List.of(new Level(List.copyOf(roots), tree));
    roots.clear();
    while (!levels.isEmpty()) {
      PendingLoads pending = new PendingLoads();
      levels.forEach(level -> collect(level, pending));
      loader.complete(pending);
      List<Level> next = new ArrayList<>();
      levels.forEach(level -> descend(level, next));
      levels = next;
    }
  }

  private void collect(Level level, PendingLoads pending) {
    for (EntityEntry owner : level.owners()) {
      for (ToOneAttribute attribute : level.tree().toOnes().keySet()) {
        EntityEntry target = loader.identities().of(value(owner, attribute));
        if (target != null && target.state == State.UNLOADED) {
          pending.key(target.type, target.id);
        }
      }
      for (PluralAttribute attribute : level.tree().collections().keySet()) {
        if (value(owner, attribute) instanceof LazyCollection collection
            && !collection.isLoaded()) {
          pending.collection(owner, attribute);
        }
      }
    }
  }

  private void descend(Level level, List<Level> next) {
    level.tree().toOnes().forEach((attribute, below) -> descend(level, attribute, below, next));
    level
        .tree()
        .collections()
        .forEach((attribute, below) -> descend(level, attribute, below, next));
  }

  private void descend(Level level, Attribute attribute, FetchTree below, List<Level> next) {
    if (below.isEmpty()) {
      return;
    }
    Set<EntityEntry> reached = new LinkedHashSet<>();
    for (EntityEntry owner : level.owners()) {
      Object value = value(owner, attribute);
      Collection<?> instances =
          switch (value) {
            case Collection<?> many -> many;
            case Map<?, ?> map -> map.values();
            default -> List.of(value);
          };
      for (Object instance : instances) {
        EntityEntry entry = loader.identities().of(instance);
        if (entry != null && entry.state == State.MANAGED) {
          reached.add(entry);
        }
      }
    }
    if (!reached.isEmpty()) {
      next.add(new Level(reached, below));
    }
  }

  /// What the attribute holds; an empty list for null, which is no instance.
  private static Object value(EntityEntry owner, Attribute attribute) {
    Object value = owner.type.access.get(owner.instance, attribute.index());
    return value == null ? List.of() : value;
  }
}
