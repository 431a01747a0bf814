package io.tiercel.lab.check.node;

import io.tiercel.lab.check.node.NodeSession.Pair;
import jakarta.persistence.EntityManager;
import java.util.List;

/// The query for both items of a pair, whose result the provider is asked to store.
final class ItemPairs {
  private static final String RESULT_CACHE = "tiercel.query.cache";

  private ItemPairs() {}

  static Pair read(EntityManager manager, int first) {
    List<Item> both = items(manager, first);
    return new Pair(both.getFirst().getLog(), both.getLast().getLog());
  }

  static List<StoredItem> states(EntityManager manager, int first) {
    return items(manager, first).stream().map(Item::state).toList();
  }

  private static List<Item> items(EntityManager manager, int first) {
    List<Item> both =
        manager
            .createQuery("select i from Item i where i.pair = :pair order by i.id", Item.class)
            .setParameter("pair", first)
            .setHint(RESULT_CACHE, true)
            .getResultList();
    if (both.size() != 2) {
      throw new IllegalStateException("the pair of %d has %d items".formatted(first, both.size()));
    }
    return both;
  }
}
