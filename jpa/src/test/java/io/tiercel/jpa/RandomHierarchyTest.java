package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.access.LazyInstance;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Hierarchies in one table, with a secondary table, and in a table for each class, with ids of two
/// columns, ids derived from them, and references that are required, across classes and in rings:
/// persisted, changed and removed at random. What is read afterwards is what the context had.
@NullUnmarked // a null where none is expected fails the test by itself
class RandomHierarchyTest {
  private static final int TRANSACTIONS = Integer.getInteger("tiercel.test.transactions", 60);

  @Embeddable
  record Key(int shelf, int number) {}

  @Embeddable
  record PartKey(Key of, int number) {}

  @MappedSuperclass
  abstract static class Item {
    @EmbeddedId Key id;
    @Version int version;
    String name;

    Key id() {
      return id;
    }

    abstract Item next();

    abstract void next(Item item);

    abstract Item friend();

    abstract void friend(Item item);

    Item other() {
      return null;
    }

    void other(Item item) {}

    void values(Random random) {
      name = "n" + random.nextInt(50);
    }

    String values() {
      return name;
    }
  }

  /// What takes a part or the whole of its id from an item.
  @MappedSuperclass
  abstract static class Part {
    @Version int version;
    String text;

    abstract Item of();

    abstract Object id();

    Part after() {
      return null;
    }

    void after(Part part) {}
  }

  @Entity(name = "Thing")
  @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
  @SecondaryTable(name = "thing_note")
  static class Thing extends Item {
    @ManyToOne(optional = false)
    Thing next;

    @Column(table = "thing_note")
    String note;

    @ManyToOne
    @JoinColumn(table = "thing_note", name = "friend_shelf", referencedColumnName = "shelf")
    @JoinColumn(table = "thing_note", name = "friend_number", referencedColumnName = "number")
    Thing friend;

    @Override
    Thing next() {
      return next;
    }

    @Override
    void next(Item item) {
      next = (Thing) item;
    }

    @Override
    Thing friend() {
      return friend;
    }

    @Override
    void friend(Item item) {
      friend = (Thing) item;
    }

    @Override
    void values(Random random) {
      super.values(random);
      note = random.nextBoolean() ? "t" + random.nextInt(50) : null;
    }

    @Override
    String values() {
      return name + note;
    }
  }

  @Entity(name = "LeftThing")
  static class LeftThing extends Thing {
    int weight;
    @ManyToOne RightThing other;

    @Override
    RightThing other() {
      return other;
    }

    @Override
    void other(Item item) {
      other = item instanceof RightThing right ? right : null;
    }

    @Override
    void values(Random random) {
      super.values(random);
      weight = random.nextInt(9);
    }

    @Override
    String values() {
      return super.values() + weight;
    }
  }

  @Entity(name = "DeepThing")
  static class DeepThing extends LeftThing {}

  @Entity(name = "RightThing")
  static class RightThing extends Thing {
    @ManyToOne LeftThing other;

    @Override
    LeftThing other() {
      return other;
    }

    @Override
    void other(Item item) {
      other = item instanceof LeftThing left ? left : null;
    }
  }

  @Entity(name = "ThingDetail")
  static class ThingDetail extends Part {
    @EmbeddedId Key id;

    @MapsId
    @OneToOne(optional = false)
    Thing thing;

    ThingDetail() {}

    ThingDetail(Item of) {
      thing = (Thing) of;
    }

    @Override
    Item of() {
      return thing;
    }

    @Override
    Key id() {
      return id;
    }
  }

  @Entity(name = "ThingPart")
  static class ThingPart extends Part {
    @EmbeddedId PartKey id;

    @MapsId("of")
    @ManyToOne(optional = false)
    Thing thing;

    @ManyToOne ThingPart after;

    ThingPart() {}

    ThingPart(Item of, int number) {
      thing = (Thing) of;
      id = new PartKey(null, number);
    }

    @Override
    Item of() {
      return thing;
    }

    @Override
    PartKey id() {
      return id;
    }

    @Override
    ThingPart after() {
      return after;
    }

    @Override
    void after(Part part) {
      after = part instanceof ThingPart one ? one : null;
    }
  }

  @Entity(name = "Piece")
  @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
  static class Piece extends Item {
    @ManyToOne(optional = false)
    Piece next;

    @ManyToOne Piece friend;

    @Override
    Piece next() {
      return next;
    }

    @Override
    void next(Item item) {
      next = (Piece) item;
    }

    @Override
    Piece friend() {
      return friend;
    }

    @Override
    void friend(Item item) {
      friend = (Piece) item;
    }
  }

  @Entity(name = "LeftPiece")
  static class LeftPiece extends Piece {
    int weight;
    @ManyToOne RightPiece other;

    @Override
    RightPiece other() {
      return other;
    }

    @Override
    void other(Item item) {
      other = item instanceof RightPiece right ? right : null;
    }

    @Override
    void values(Random random) {
      super.values(random);
      weight = random.nextInt(9);
    }

    @Override
    String values() {
      return name + weight;
    }
  }

  @Entity(name = "RightPiece")
  static class RightPiece extends Piece {
    @ManyToOne LeftPiece other;

    @Override
    LeftPiece other() {
      return other;
    }

    @Override
    void other(Item item) {
      other = item instanceof LeftPiece left ? left : null;
    }
  }

  @Entity(name = "PieceDetail")
  static class PieceDetail extends Part {
    @EmbeddedId Key id;

    @MapsId
    @OneToOne(optional = false)
    Piece piece;

    PieceDetail() {}

    PieceDetail(Item of) {
      piece = (Piece) of;
    }

    @Override
    Item of() {
      return piece;
    }

    @Override
    Key id() {
      return id;
    }
  }

  private final long seed = Long.getLong("tiercel.test.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private int lastNumber;

  private <T> T any(List<T> some) {
    return some.isEmpty() ? null : some.get(random.nextInt(some.size()));
  }

  @Test
  void in_a_single_table_with_a_secondary_one() {
    try (TestUnit unit =
        TestUnit.of(
            Key.class,
            PartKey.class,
            Thing.class,
            LeftThing.class,
            DeepThing.class,
            RightThing.class,
            ThingDetail.class,
            ThingPart.class)) {
      List<Supplier<Item>> makers =
          List.of(Thing::new, LeftThing::new, DeepThing::new, RightThing::new);
      changeAndRead(unit, new World(makers, List.of("ThingDetail", "ThingPart"), "Thing"));
    }
  }

  @Test
  void in_a_table_for_each_class() {
    try (TestUnit unit =
        TestUnit.of(Key.class, Piece.class, LeftPiece.class, RightPiece.class, PieceDetail.class)) {
      List<Supplier<Item>> makers = List.of(Piece::new, LeftPiece::new, RightPiece::new);
      changeAndRead(unit, new World(makers, List.of("PieceDetail"), "Piece"));
    }
  }

  /// @param parts the entities that are parts of items
  /// @param root of the hierarchy
  private record World(List<Supplier<Item>> makers, List<String> parts, String root) {}

  private void changeAndRead(TestUnit unit, World world) {
    int most = 0;
    for (int i = 0; i < TRANSACTIONS; i++) {
      String how = "seed " + seed + ", transaction " + i;
      Map<String, String> expected = new TreeMap<>();
      try {
        unit.inTransaction(manager -> new Transaction(manager, world).run(expected));
      } catch (RuntimeException e) {
        throw new AssertionError(how, e);
      }
      Map<String, String> found = new TreeMap<>();
      try (EntityManager manager = unit.factory().createEntityManager()) {
        new Transaction(manager, world).describe(found);
      }
      assertEquals(expected, found, how);
      most = Math.max(most, found.size());
    }
    assertTrue(most > 10, "hardly anything was stored, seed " + seed);
  }

  private final class Transaction {
    private final EntityManager manager;
    private final World world;
    private final List<Item> items;
    private final List<Part> parts = new ArrayList<>();
    private final List<Object> fresh = new ArrayList<>();

    /// Those that have a detail, or had: another one of that id would need a flush in between.
    private final Set<Item> detailed = new HashSet<>();

    Transaction(EntityManager manager, World world) {
      this.manager = manager;
      this.world = world;
      items =
          new ArrayList<>(manager.createQuery("from " + world.root, Item.class).getResultList());
      for (String entity : world.parts) {
        parts.addAll(manager.createQuery("from " + entity, Part.class).getResultList());
      }
      parts.stream()
          .filter(one -> !(one instanceof ThingPart))
          .forEach(one -> detailed.add(one.of()));
    }

    void run(Map<String, String> expected) {
      for (int n = random.nextInt(12); n >= 0; n--) {
        switch (random.nextInt(11)) {
          case 0, 1, 2 -> add();
          case 3 -> addPart();
          case 4 -> remove();
          case 5 -> {
            if (random.nextInt(3) == 0) {
              remove();
              persistAll();
              manager.flush();
            }
          }
          case 6 -> remove(any(parts));
          case 7 -> {
            Part part = any(parts);
            if (part != null) {
              part.text = "x" + random.nextInt(50);
              part.after(any(parts));
            }
          }
          default -> change(any(items));
        }
      }
      persistAll();
      describe(expected);
    }

    void describe(Map<String, String> texts) {
      for (Item item : items) {
        texts.put(
            "%s %s".formatted(kind(item), item.id()),
            "%s %s %s %s"
                .formatted(item.values(), id(item.next()), id(item.friend()), id(item.other())));
      }
      for (Part part : parts) {
        texts.put(
            "%s %s".formatted(kind(part), part.id()),
            "%s %s %s"
                .formatted(
                    part.text, id(part.of()), part.after() == null ? null : part.after().id()));
      }
    }

    private static String kind(Object entity) {
      Class<?> type = entity.getClass();
      return (entity instanceof LazyInstance ? type.getSuperclass() : type).getSimpleName();
    }

    private static Key id(Item item) {
      return item == null ? null : item.id();
    }

    private void add() {
      Item item = any(world.makers).get();
      item.id = new Key(random.nextInt(3), ++lastNumber);
      items.add(item);
      fresh.add(item);
      item.next(any(items));
      change(item);
    }

    private void change(Item item) {
      if (item == null) {
        return;
      }
      item.values(random);
      switch (random.nextInt(4)) {
        case 0 -> item.next(any(items));
        case 1 -> item.friend(random.nextInt(3) == 0 ? null : any(items));
        case 2 -> item.other(any(items));
        default -> {
          Item second = any(items);
          item.next(second);
          second.next(item);
        }
      }
    }

    private void addPart() {
      Item of = any(items);
      if (of == null) {
        return;
      }
      boolean isDetail = world.parts.size() == 1 || random.nextBoolean();
      if (isDetail && detailed.contains(of)) {
        return;
      }
      Part part =
          world.parts.size() == 1
              ? new PieceDetail(of)
              : isDetail ? new ThingDetail(of) : new ThingPart(of, ++lastNumber);
      part.text = "p" + random.nextInt(50);
      part.after(any(parts));
      parts.add(part);
      fresh.add(part);
      if (isDetail) {
        detailed.add(of);
      }
    }

    private void remove(Part gone) {
      if (gone == null) {
        return;
      }
      parts.remove(gone);
      for (Part part : parts) {
        if (part.after() == gone) {
          part.after(null);
        }
      }
      if (!fresh.remove(gone)) {
        manager.remove(gone);
      }
    }

    private void remove() {
      Item gone = any(items);
      if (gone == null) {
        return;
      }
      items.remove(gone);
      for (Item item : items) {
        if (item.next() == gone) {
          item.next(random.nextBoolean() ? item : any(items));
        }
        if (item.friend() == gone) {
          item.friend(null);
        }
        if (item.other() == gone) {
          item.other(null);
        }
      }
      List.copyOf(parts).stream().filter(part -> part.of() == gone).forEach(this::remove);
      if (!fresh.remove(gone)) {
        manager.remove(gone);
      }
    }

    private void persistAll() {
      Collections.shuffle(fresh, random);
      fresh.forEach(manager::persist);
      fresh.clear();
    }
  }
}
