package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.AttributeOverride;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EnumType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.MapKeyEnumerated;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Collections of all kinds under random changes: after each transaction another one reads what the
/// first left in memory. The instance is managed or detached and merged, collections change in
/// place or are replaced, flushes come in between, transactions are rolled back.
@NullUnmarked // a null where none is expected fails the test by itself
class RandomCollectionsTest {
  private static final int TRANSACTIONS = 100;
  private static final int TARGETS = 6;

  enum Colour {
    RED,
    GREEN,
    BLUE
  }

  @Embeddable
  record Pair(int number, String text) {}

  @Entity(name = "Target")
  static class Target {
    @Id int id;

    Target() {}

    Target(int id) {
      this.id = id;
    }
  }

  @Embeddable
  static class Link {
    @ManyToOne Target to;
    int weight;

    Link() {}

    Link(Target to, int weight) {
      this.to = to;
      this.weight = weight;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Link link && link.weight == weight && link.to.id == to.id;
    }

    @Override
    public int hashCode() {
      return 31 * weight + to.id;
    }
  }

  @Entity(name = "Kid")
  static class Kid {
    @Id @GeneratedValue Long id;
    String name;
    @ManyToOne Owner owner;

    Kid() {}

    Kid(Owner owner, String name) {
      this.owner = owner;
      this.name = name;
    }
  }

  @Entity(name = "Piece")
  static class Piece {
    @Id @GeneratedValue Long id;
    String name;

    Piece() {}

    Piece(String name) {
      this.name = name;
    }
  }

  @Entity(name = "Owner")
  static class Owner {
    @Id int id;
    @Version int version;
    @ElementCollection @OrderColumn List<String> texts = new ArrayList<>();
    @ElementCollection Collection<String> bag = new ArrayList<>();
    @ElementCollection Set<Pair> pairs = new HashSet<>();
    @ElementCollection Map<String, Integer> counts = new HashMap<>();

    @ElementCollection
    @MapKeyEnumerated(EnumType.STRING)
    Map<Colour, Pair> colours = new HashMap<>();

    @ElementCollection
    @AttributeOverride(name = "key.number", column = @Column(name = "key_number"))
    @AttributeOverride(name = "key.text", column = @Column(name = "key_text", nullable = false))
    Map<Pair, Pair> moves = new HashMap<>();

    @ElementCollection Map<Target, String> notes = new HashMap<>();
    @ElementCollection Map<Link, String> linked = new HashMap<>();
    @ElementCollection Set<Link> links = new HashSet<>();

    @ManyToMany
    @JoinTable(name = "owner_listed")
    @OrderColumn
    List<Target> listed = new ArrayList<>();

    @ManyToMany
    @JoinTable(name = "owner_chosen")
    Set<Target> chosen = new HashSet<>();

    @ManyToMany
    @JoinTable(name = "owner_named")
    Map<Pair, Target> named = new HashMap<>();

    @OneToMany(cascade = CascadeType.ALL, orphanRemoval = true)
    @JoinColumn(name = "row_owner")
    @OrderColumn
    List<Piece> row = new ArrayList<>();

    @OneToMany(cascade = CascadeType.ALL, orphanRemoval = true)
    @JoinColumn(name = "box_owner")
    @MapKeyColumn(name = "box_key")
    Map<String, Piece> box = new HashMap<>();

    @OneToMany(mappedBy = "owner", cascade = CascadeType.ALL, orphanRemoval = true)
    List<Kid> kids = new ArrayList<>();
  }

  private static TestUnit open(Map<String, ?> properties) {
    TestUnit unit =
        TestUnit.with(
            properties, Owner.class, Pair.class, Link.class, Target.class, Kid.class, Piece.class);
    unit.inTransaction(
        manager -> {
          for (int i = 0; i < TARGETS; i++) {
            manager.persist(new Target(i));
          }
          manager.persist(new Owner());
        });
    return unit;
  }

  private static <T> List<String> sorted(Collection<T> values, Function<T, Object> text) {
    return values.stream().map(value -> String.valueOf(text.apply(value))).sorted().toList();
  }

  private static <K, V> Map<String, String> texts(
      Map<K, V> map, Function<K, Object> key, Function<V, Object> value) {
    Map<String, String> texts = new TreeMap<>();
    map.forEach((k, v) -> texts.put(String.valueOf(key.apply(k)), String.valueOf(value.apply(v))));
    return texts;
  }

  private static String text(Link link) {
    return link.to.id + "*" + link.weight;
  }

  /// All that an owner holds, in an order of its own.
  private static Map<String, Object> state(Owner owner) {
    Map<String, Object> state = new TreeMap<>();
    state.put("texts", List.copyOf(owner.texts));
    state.put("bag", sorted(owner.bag, one -> one));
    state.put("pairs", sorted(owner.pairs, one -> one));
    state.put("counts", texts(owner.counts, key -> key, value -> value));
    state.put("colours", texts(owner.colours, key -> key, value -> value));
    state.put("moves", texts(owner.moves, key -> key, value -> value));
    state.put("notes", texts(owner.notes, key -> key.id, value -> value));
    state.put("linked", texts(owner.linked, RandomCollectionsTest::text, value -> value));
    state.put("links", sorted(owner.links, RandomCollectionsTest::text));
    state.put("listed", owner.listed.stream().map(target -> target.id).toList());
    state.put("chosen", sorted(owner.chosen, target -> target.id));
    state.put("named", texts(owner.named, key -> key, target -> target.id));
    state.put("row", owner.row.stream().map(piece -> piece.name).toList());
    state.put("box", texts(owner.box, key -> key, piece -> piece.name));
    state.put("kids", sorted(owner.kids, kid -> kid.name));
    return state;
  }

  private static int rowsOf(Map<String, Object> state) {
    return state.values().stream()
        .mapToInt(one -> one instanceof Map<?, ?> map ? map.size() : ((List<?>) one).size())
        .sum();
  }

  /// One random change.
  private static final class Change {
    private final Random random;
    private final Function<Integer, Target> targets;

    Change(Random random, Function<Integer, Target> targets) {
      this.random = random;
      this.targets = targets;
    }

    private String word() {
      return "w" + random.nextInt(8);
    }

    private Pair pair() {
      return new Pair(random.nextInt(4), word());
    }

    private Colour colour() {
      return List.of(Colour.RED, Colour.GREEN, Colour.BLUE).get(random.nextInt(3));
    }

    private Target target() {
      return targets.apply(random.nextInt(TARGETS));
    }

    private <T> void list(List<T> list, T one) {
      switch (list.isEmpty() ? 0 : random.nextInt(6)) {
        case 0, 1 -> list.add(random.nextInt(list.size() + 1), one);
        case 2 -> list.remove(random.nextInt(list.size()));
        case 3 -> list.set(random.nextInt(list.size()), one);
        case 4 -> list.addFirst(list.removeLast());
        default -> {
          if (random.nextInt(4) == 0) {
            list.clear();
          }
        }
      }
    }

    private <T> void collection(Collection<T> some, T one) {
      switch (random.nextInt(5)) {
        case 0, 1, 2 -> some.add(one);
        case 3 -> some.remove(one);
        default -> some.stream().findAny().ifPresent(some::remove);
      }
    }

    private <K, V> void map(Map<K, V> map, K key, V value) {
      switch (random.nextInt(6)) {
        case 0, 1, 2 -> map.put(key, value);
        case 3 -> map.remove(key);
        case 4 -> map.keySet().stream().findAny().ifPresent(one -> map.put(one, value));
        default -> map.keySet().stream().findAny().ifPresent(map::remove);
      }
    }

    void apply(Owner owner) {
      switch (random.nextInt(17)) {
        case 0 -> list(owner.texts, word());
        case 1 -> collection(owner.bag, word());
        case 2 -> collection(owner.pairs, pair());
        case 3 -> map(owner.counts, word(), random.nextInt(3));
        case 4 -> map(owner.colours, colour(), pair());
        case 5 -> map(owner.moves, pair(), pair());
        case 6 -> map(owner.notes, target(), word());
        case 7 -> map(owner.linked, new Link(target(), random.nextInt(3)), word());
        case 8 -> collection(owner.links, new Link(target(), random.nextInt(3)));
        case 9 -> list(owner.listed, target());
        case 10 -> collection(owner.chosen, target());
        case 11 -> map(owner.named, pair(), target());
        case 12 -> list(owner.row, new Piece(word()));
        case 13 -> map(owner.box, word(), new Piece(word()));
        case 14 -> list(owner.kids, new Kid(owner, word()));
        case 15 -> {
          owner.texts = new ArrayList<>(owner.texts.reversed());
          owner.counts = new HashMap<>(owner.counts);
          owner.links = new HashSet<>(owner.links);
          owner.chosen = new HashSet<>(owner.chosen);
        }
        default -> {
          owner.row.forEach(piece -> piece.name = word());
          owner.kids.forEach(kid -> kid.name = word());
        }
      }
    }
  }

  @Test
  void what_is_read_is_what_was_left() {
    try (TestUnit unit = open(Map.of())) {
      changeAndRead(unit);
    }
  }

  @Test
  void what_is_read_is_what_was_left_also_with_a_shared_cache() {
    try (TestUnit unit = open(Map.of("jakarta.persistence.sharedCache.mode", "ALL"))) {
      changeAndRead(unit);
    }
  }

  private static void changeAndRead(TestUnit unit) {
    long seed = Long.getLong("tiercel.test.seed", System.nanoTime());
    Random random = new Random(seed);
    int most = 0;
    Map<String, Object> expected = read(unit);
    for (int i = 0; i < TRANSACTIONS; i++) {
      String how = "seed " + seed + ", transaction " + i;
      switch (random.nextInt(5)) {
        case 0 -> expected = merged(unit, random);
        case 1 -> rolledBack(unit, random);
        default -> expected = managed(unit, random);
      }
      Map<String, Object> found = read(unit);
      assertEquals(expected, found, how);
      most = Math.max(most, rowsOf(found));
    }
    assertTrue(most > 20, "hardly anything was stored, seed " + seed);
  }

  private static Map<String, Object> read(TestUnit unit) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      return state(manager.find(Owner.class, 0));
    }
  }

  private static Map<String, Object> managed(TestUnit unit, Random random) {
    List<Map<String, Object>> left = new ArrayList<>();
    unit.inTransaction(
        manager -> {
          Owner owner = manager.find(Owner.class, 0);
          Change change = new Change(random, id -> manager.find(Target.class, id));
          for (int n = random.nextInt(12); n >= 0; n--) {
            change.apply(owner);
            if (random.nextInt(6) == 0) {
              manager.flush();
            }
          }
          left.add(state(owner));
        });
    return left.getFirst();
  }

  private static void rolledBack(TestUnit unit, Random random) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      Owner owner = manager.find(Owner.class, 0);
      Change change = new Change(random, id -> manager.getReference(Target.class, id));
      for (int n = 0; n < 4; n++) {
        change.apply(owner);
      }
      manager.flush();
      manager.getTransaction().rollback();
    }
  }

  private static Map<String, Object> merged(TestUnit unit, Random random) {
    Owner owner;
    Map<Integer, Target> known;
    try (EntityManager manager = unit.factory().createEntityManager()) {
      owner = manager.find(Owner.class, 0);
      assertTrue(rowsOf(state(owner)) >= 0, "reads all collections");
      known =
          manager.createQuery("from Target", Target.class).getResultList().stream()
              .collect(Collectors.toMap(target -> target.id, target -> target));
    }
    Change change = new Change(random, known::get);
    for (int n = random.nextInt(8); n >= 0; n--) {
      change.apply(owner);
    }
    List<Map<String, Object>> left = new ArrayList<>();
    unit.inTransaction(manager -> left.add(state(manager.merge(owner))));
    assertEquals(state(owner), left.getFirst());
    return left.getFirst();
  }
}
