package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.PersistenceConfiguration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What falls out of an association with orphanRemoval, what moves to another, and what goes with
/// it.
@NullUnmarked // a null where none is expected fails the test by itself
class OrphanRemovalTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @Entity(name = "Cart")
  static class Cart {
    @Id int id;

    @OneToMany(mappedBy = "cart", cascade = CascadeType.ALL, orphanRemoval = true)
    List<Item> items = new ArrayList<>();

    @OneToOne(mappedBy = "cart", cascade = CascadeType.ALL, orphanRemoval = true)
    Coupon coupon;

    @OneToOne(cascade = CascadeType.ALL, orphanRemoval = true, fetch = FetchType.LAZY)
    Note note;

    protected Cart() {}

    Cart(int id) {
      this.id = id;
    }

    void put(Item item) {
      item.cart = this;
      items.add(item);
    }

    void redeem(Coupon newCoupon) {
      newCoupon.cart = this;
      coupon = newCoupon;
    }
  }

  @Entity(name = "Item")
  static class Item {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Cart cart;

    @OneToMany(mappedBy = "item", cascade = CascadeType.ALL, orphanRemoval = true)
    List<Extra> extras = new ArrayList<>();

    protected Item() {}

    Item(int id) {
      this.id = id;
    }

    void put(Extra extra) {
      extra.item = this;
      extras.add(extra);
    }
  }

  @Entity(name = "Extra")
  static class Extra {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Item item;

    protected Extra() {}

    Extra(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Coupon")
  static class Coupon {
    @Id int id;

    @OneToOne(fetch = FetchType.LAZY)
    Cart cart;

    protected Coupon() {}

    Coupon(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Note")
  static class Note {
    @Id int id;

    protected Note() {}

    Note(int id) {
      this.id = id;
    }
  }

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("carts")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Cart.class)
            .managedClass(Item.class)
            .managedClass(Extra.class)
            .managedClass(Coupon.class)
            .managedClass(Note.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .createEntityManagerFactory();
    // A unique value cannot move from row to row within one UPDATE.
    database.execute("alter table cart drop constraint cart_note_id_key");
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  /// Carts 1 and 2, each with three items of two extras, a coupon and a note.
  @BeforeEach
  void fill() {
    factory.getSchemaManager().truncate();
    factory.runInTransaction(
        manager -> {
          for (int id = 1; id <= 2; id++) {
            Cart cart = new Cart(id);
            for (int i = 0; i < 3; i++) {
              Item item = new Item(id * 10 + i);
              item.put(new Extra(id * 100 + i * 10));
              item.put(new Extra(id * 100 + i * 10 + 1));
              cart.put(item);
            }
            cart.redeem(new Coupon(id));
            cart.note = new Note(id);
            manager.persist(cart);
          }
        });
  }

  private static Cart cart(EntityManager manager, int id) {
    return manager.find(Cart.class, id);
  }

  private static List<Integer> ids(String entity) {
    return factory.callInTransaction(
        manager ->
            manager
                .createQuery("select x.id from " + entity + " x order by x.id", Integer.class)
                .getResultList());
  }

  private static List<Integer> items(int cart) {
    return factory.callInTransaction(
        manager -> cart(manager, cart).items.stream().map(item -> item.id).sorted().toList());
  }

  @Test
  void an_element_moved_to_another_owner_survives_with_it() {
    factory.runInTransaction(
        manager -> {
          Item moved = cart(manager, 1).items.removeFirst();
          cart(manager, 2).put(moved);
        });
    assertEquals(List.of(11, 12), items(1));
    assertEquals(List.of(10, 20, 21, 22), items(2));
    assertEquals(12, ids("Extra").size());
  }

  @Test
  void an_element_moved_to_an_owner_seen_earlier_or_new_survives_too() {
    factory.runInTransaction(
        manager -> {
          Cart fresh = new Cart(3);
          Cart first = cart(manager, 1);
          Cart second = cart(manager, 2);
          first.put(second.items.removeFirst());
          fresh.put(first.items.removeFirst());
          manager.persist(fresh);
        });
    assertEquals(List.of(11, 12, 20), items(1));
    assertEquals(List.of(21, 22), items(2));
    assertEquals(List.of(10), items(3));
  }

  @Test
  void an_element_moved_away_from_an_owner_that_is_removed_survives() {
    factory.runInTransaction(
        manager -> {
          Cart gone = cart(manager, 1);
          cart(manager, 2).put(gone.items.removeFirst());
          gone.items.removeFirst();
          manager.remove(gone);
        });
    assertEquals(List.of(10, 20, 21, 22), ids("Item"));
    assertEquals(List.of(2), ids("Cart"));
  }

  @Test
  void an_element_held_by_an_orphan_goes_with_it() {
    factory.runInTransaction(
        manager -> {
          Cart cart = cart(manager, 1);
          Item orphan = cart.items.removeFirst();
          Item other = cart.items.getFirst();
          orphan.put(other.extras.removeFirst());
        });
    assertEquals(List.of(11, 12), items(1));
    assertEquals(List.of(111, 120, 121), ids("Extra").stream().filter(id -> id < 200).toList());
  }

  @Test
  void all_orphans_go_with_the_flush_that_finds_them() {
    factory.runInTransaction(
        manager -> {
          for (int i = 0; i < 20; i++) {
            manager.persist(new Note(100 + i));
          }
        });
    factory.runInTransaction(
        manager -> {
          // The context sweeps its list when half of it is detached: new instances that go before
          // they were written bring that about in the middle of removing orphans.
          List<Note> early =
              manager.createQuery("from Note n where n.id >= 100", Note.class).getResultList();
          Cart first = cart(manager, 1);
          Cart second = cart(manager, 2);
          assertEquals(3, first.items.size());
          early.subList(0, 10).forEach(manager::detach);
          Item orphan = first.items.removeFirst();
          for (int i = 0; i < 100; i++) {
            orphan.put(new Extra(1000 + i));
          }
          second.items.removeFirst();
          second.items.getFirst().extras.clear();
          manager.flush();
          assertEquals(
              4L, manager.createNativeQuery("select count(*) from item").getSingleResult());
          assertEquals(
              6L, manager.createNativeQuery("select count(*) from extra").getSingleResult());
        });
    assertEquals(List.of(11, 12, 21, 22), ids("Item"));
    assertEquals(List.of(110, 111, 120, 121, 220, 221), ids("Extra"));
  }

  @Test
  void an_element_taken_out_and_put_back_stays() {
    factory.runInTransaction(
        manager -> {
          Cart cart = cart(manager, 1);
          cart.items.add(cart.items.removeFirst());
          cart.items = new ArrayList<>(cart.items);
        });
    assertEquals(List.of(10, 11, 12), items(1));
  }

  @Test
  void a_replaced_owning_one_to_one_is_removed() {
    factory.runInTransaction(manager -> cart(manager, 1).note = new Note(7));
    assertEquals(List.of(2, 7), ids("Note"));
    factory.runInTransaction(manager -> cart(manager, 1).note = null);
    assertEquals(List.of(2), ids("Note"));
  }

  @Test
  void an_owning_one_to_one_moved_to_another_owner_survives() {
    factory.runInTransaction(
        manager -> {
          cart(manager, 2).note = null;
          cart(manager, 2).note = cart(manager, 1).note;
          cart(manager, 1).note = null;
        });
    assertEquals(List.of(1), ids("Note"));
    factory.runInTransaction(
        manager -> {
          assertNull(cart(manager, 1).note);
          assertEquals(1, cart(manager, 2).note.id);
        });
  }

  @Test
  void an_inverse_one_to_one_set_to_null_is_removed() {
    factory.runInTransaction(manager -> cart(manager, 1).coupon = null);
    assertEquals(List.of(2), ids("Coupon"));
    factory.runInTransaction(
        manager -> {
          Cart cart = new Cart(3);
          cart.redeem(new Coupon(3));
          manager.persist(cart);
          manager.flush();
          cart.coupon = null;
          manager.flush();
          cart.redeem(new Coupon(4));
          manager.flush();
          cart.coupon = null;
        });
    assertEquals(List.of(2), ids("Coupon"));
  }

  @Test
  void a_replaced_inverse_one_to_one_is_removed() {
    factory.runInTransaction(manager -> cart(manager, 1).redeem(new Coupon(7)));
    assertEquals(List.of(2, 7), ids("Coupon"));
  }

  @Test
  void an_inverse_one_to_one_moved_to_another_owner_survives() {
    factory.runInTransaction(
        manager -> {
          cart(manager, 2).redeem(cart(manager, 1).coupon);
          cart(manager, 1).coupon = null;
        });
    // The unique value of the removed coupon 2 went over to it.
    assertEquals(List.of(1), ids("Coupon"));
    factory.runInTransaction(manager -> assertEquals(1, cart(manager, 2).coupon.id));
  }
}
