package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Instances of a hierarchy that refer to each other and to themselves, persisted, changed and
/// removed at random, in any order within a transaction: the flush has to find the one that foreign
/// keys allow. What is in the database afterwards is compared with a plain model.
@NullUnmarked // a null where none is expected fails the test by itself
class RandomGraphTest {
  private static final int TRANSACTIONS = 120;

  @Entity(name = "Node")
  @Table(name = "node")
  @Inheritance(strategy = InheritanceType.JOINED)
  @DiscriminatorColumn
  static class Node {
    @Id int id;
    @Version Long version;
    String name;
    @ManyToOne Node parent;

    @OneToMany(mappedBy = "parent")
    List<Node> children = new ArrayList<>();

    @ManyToOne(optional = false)
    Node required;

    @ManyToOne @JoinTable Node joined;
  }

  @Entity(name = "Special")
  static class Special extends Node {
    @ManyToOne Leaf other;
    int weight;
  }

  @Entity(name = "Leaf")
  static class Leaf {
    @Id int id;
    @ManyToOne Special of;

    @OneToOne(mappedBy = "leaf")
    Tag tag;
  }

  @Entity(name = "Tag")
  static class Tag {
    @Id int id;

    @OneToOne(optional = false)
    Leaf leaf;
  }

  private record NodeState(
      String name, Integer parent, int required, Integer joined, Integer other, Integer weight) {}

  private final long seed = Long.getLong("tiercel.test.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private int lastId;

  private <T> T any(List<T> some) {
    return some.isEmpty() ? null : some.get(random.nextInt(some.size()));
  }

  private static Integer id(Node node) {
    return node == null ? null : node.id;
  }

  @Test
  void the_database_has_what_the_context_had() {
    try (TestUnit unit = TestUnit.of(Node.class, Special.class, Leaf.class, Tag.class)) {
      Map<Integer, NodeState> nodes = new TreeMap<>();
      int most = 0;
      for (int i = 0; i < TRANSACTIONS; i++) {
        String how = "seed " + seed + ", transaction " + i;
        Map<Integer, NodeState> expected = new TreeMap<>(nodes);
        Map<Integer, String> leaves = new TreeMap<>();
        try {
          unit.inTransaction(
              manager -> {
                expected.clear();
                change(manager, expected, leaves);
              });
        } catch (RuntimeException e) {
          throw new AssertionError(how, e);
        }
        assertEquals(expected, read(unit), how);
        assertEquals(leaves, readLeaves(unit), how);
        nodes = expected;
        most = Math.max(most, nodes.size());
      }
      assertTrue(most > 10, "hardly anything was stored, seed " + seed);
    }
  }

  /// Changes at random, and says what should be there afterwards.
  private void change(
      EntityManager manager, Map<Integer, NodeState> expected, Map<Integer, String> leavesLeft) {
    List<Node> nodes =
        new ArrayList<>(manager.createQuery("from Node", Node.class).getResultList());
    List<Leaf> leaves =
        new ArrayList<>(manager.createQuery("from Leaf", Leaf.class).getResultList());
    List<Object> fresh = new ArrayList<>();
    for (int n = random.nextInt(10); n >= 0; n--) {
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> {
          Node node = random.nextBoolean() ? new Node() : new Special();
          node.id = ++lastId;
          node.name = "n" + lastId;
          node.required = nodes.isEmpty() || random.nextInt(4) == 0 ? node : any(nodes);
          node.parent = any(nodes);
          node.joined = random.nextBoolean() ? any(nodes) : null;
          nodes.add(node);
          fresh.add(node);
        }
        case 3, 4 -> {
          Leaf leaf = new Leaf();
          leaf.id = ++lastId;
          leaf.of = any(nodes) instanceof Special special ? special : null;
          leaves.add(leaf);
          fresh.add(leaf);
          if (random.nextBoolean()) {
            Tag tag = new Tag();
            tag.id = ++lastId;
            tag.leaf = leaf;
            leaf.tag = tag;
            fresh.add(tag);
          }
        }
        case 5 -> {
          if (any(nodes) instanceof Special special) {
            special.other = any(leaves);
            special.weight = random.nextInt(5);
          }
        }
        case 6, 7 -> remove(manager, nodes, leaves, fresh);
        case 8 -> removeLeaf(manager, nodes, leaves, fresh);
        case 9 -> persistAll(manager, fresh, true);
        default -> {
          Node node = any(nodes);
          if (node != null) {
            node.name = "m" + random.nextInt(100);
            node.parent = any(nodes);
            node.joined = random.nextInt(3) == 0 ? null : any(nodes);
            // A new one may not be there yet when this row is written: what is required is older.
            Node older = any(nodes);
            node.required = older != null && older.id <= node.id ? older : node.required;
          }
        }
      }
    }
    persistAll(manager, fresh, false);
    for (Node node : nodes) {
      Special special = node instanceof Special one ? one : null;
      expected.put(
          node.id,
          new NodeState(
              node.name,
              id(node.parent),
              node.required.id,
              id(node.joined),
              special == null || special.other == null ? null : special.other.id,
              special == null ? null : special.weight));
    }
    for (Leaf leaf : leaves) {
      leavesLeft.put(leaf.id, id(leaf.of) + " " + (leaf.tag == null ? null : leaf.tag.id));
    }
  }

  private void persistAll(EntityManager manager, List<Object> fresh, boolean flush) {
    Collections.shuffle(fresh, random);
    fresh.forEach(manager::persist);
    fresh.clear();
    if (flush) {
      manager.flush();
    }
  }

  /// Removes one to which nothing refers any more.
  private void remove(
      EntityManager manager, List<Node> nodes, List<Leaf> leaves, List<Object> fresh) {
    Node gone = any(nodes);
    if (gone == null) {
      return;
    }
    nodes.remove(gone);
    for (Node node : nodes) {
      node.parent = node.parent == gone ? null : node.parent;
      node.joined = node.joined == gone ? null : node.joined;
      node.required = node.required == gone ? node : node.required;
    }
    leaves.stream().filter(leaf -> leaf.of == gone).forEach(leaf -> leaf.of = null);
    if (!fresh.remove(gone)) {
      manager.remove(gone);
    }
  }

  private void removeLeaf(
      EntityManager manager, List<Node> nodes, List<Leaf> leaves, List<Object> fresh) {
    Leaf gone = any(leaves);
    if (gone == null) {
      return;
    }
    leaves.remove(gone);
    for (Node node : nodes) {
      if (node instanceof Special special && special.other == gone) {
        special.other = any(leaves);
      }
    }
    Set<Object> both = new HashSet<>();
    both.add(gone);
    if (gone.tag != null) {
      both.add(gone.tag);
    }
    for (Object one : both) {
      if (!fresh.remove(one)) {
        manager.remove(one);
      }
    }
  }

  private static Map<Integer, NodeState> read(TestUnit unit) {
    Map<Integer, NodeState> found = new TreeMap<>();
    try (EntityManager manager = unit.factory().createEntityManager()) {
      List<?> rows =
          manager
              .createNativeQuery(
                  "select n.id, n.name, n.parent_id, n.required_id, j.joined_id, s.other_id,"
                      + " s.weight from node n left join special s on s.id = n.id left join"
                      + " node_node j on j.node_id = n.id")
              .getResultList();
      for (Object row : rows) {
        Object[] one = (Object[]) row;
        found.put(
            (Integer) one[0],
            new NodeState(
                (String) one[1],
                (Integer) one[2],
                Objects.requireNonNull((Integer) one[3]),
                (Integer) one[4],
                (Integer) one[5],
                (Integer) one[6]));
      }
    }
    return found;
  }

  private static Map<Integer, String> readLeaves(TestUnit unit) {
    Map<Integer, String> found = new TreeMap<>();
    try (EntityManager manager = unit.factory().createEntityManager()) {
      for (Object row :
          manager
              .createNativeQuery(
                  "select l.id, l.of_id, t.id from leaf l left join tag t on t.leaf_id = l.id")
              .getResultList()) {
        Object[] one = (Object[]) row;
        found.put((Integer) one[0], one[1] + " " + one[2]);
      }
    }
    return found;
  }
}
