package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKey;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Merging an instance that is managed: it comes to refer to the managed copies of what it refers
/// to (Jakarta Persistence 3.2, section 3.2.7.1).
@NullUnmarked // a null where none is expected fails the test by itself
class MergeManagedTest {
  private static TestUnit unit;
  private long basketId;
  private Apple loose;

  @Entity(name = "Basket")
  static class Basket {
    @Id @GeneratedValue Long id;

    @OneToMany(cascade = CascadeType.ALL)
    List<Apple> apples = new ArrayList<>();

    @ManyToOne(cascade = CascadeType.ALL)
    Apple best;

    @ManyToMany(cascade = CascadeType.ALL)
    @JoinTable(name = "basket_named")
    @MapKey(name = "name")
    Map<String, Apple> named = new HashMap<>();
  }

  @Entity(name = "Apple")
  static class Apple {
    @Id @GeneratedValue Long id;
    String name;

    protected Apple() {}

    Apple(String name) {
      this.name = name;
    }

    /// So that a detached instance equals its managed copy.
    @Override
    public boolean equals(Object other) {
      return other instanceof Apple apple && id != null && id.equals(apple.id);
    }

    @Override
    public int hashCode() {
      return 7;
    }
  }

  @BeforeAll
  static void open() {
    unit = TestUnit.of(Basket.class, Apple.class);
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  @BeforeEach
  void aBasketAndADetachedApple() {
    unit.factory().getSchemaManager().truncate();
    Basket basket = new Basket();
    loose = new Apple("loose");
    unit.inTransaction(
        manager -> {
          manager.persist(basket);
          manager.persist(loose);
        });
    basketId = basket.id;
    loose.name = "changed";
  }

  private static List<String> names() {
    return unit.query(
        manager ->
            manager
                .createQuery("select a.name from Apple a order by a.name", String.class)
                .getResultList());
  }

  @Test
  void a_new_element_is_stored_once() {
    unit.inTransaction(
        manager -> {
          Basket basket = manager.find(Basket.class, basketId);
          Apple fresh = new Apple("fresh");
          basket.apples.add(fresh);
          assertSame(basket, manager.merge(basket));
          assertEquals(1, basket.apples.size());
          assertNotSame(fresh, basket.apples.getFirst());
          assertTrue(manager.contains(basket.apples.getFirst()));
        });
    assertEquals(List.of("fresh", "loose"), names());
  }

  @Test
  void a_detached_element_gives_place_to_its_managed_copy() {
    unit.inTransaction(
        manager -> {
          Basket basket = manager.find(Basket.class, basketId);
          basket.apples.add(loose);
          manager.merge(basket);
          assertSame(manager.find(Apple.class, loose.id), basket.apples.getFirst());
        });
    assertEquals(List.of("changed"), names());
    long held =
        unit.query(
            manager ->
                manager
                    .createQuery("select count(a) from Basket b join b.apples a", Long.class)
                    .getSingleResult());
    assertEquals(1, held);
  }

  @Test
  void so_does_the_target_of_a_to_one_and_the_value_of_a_map() {
    unit.inTransaction(
        manager -> {
          Basket basket = manager.find(Basket.class, basketId);
          basket.best = loose;
          basket.named.put("changed", loose);
          basket.named.put("fresh", new Apple("fresh"));
          manager.merge(basket);
          Apple managed = manager.find(Apple.class, loose.id);
          assertSame(managed, basket.best);
          assertSame(managed, basket.named.get("changed"));
          assertTrue(manager.contains(basket.named.get("fresh")));
        });
    assertEquals(List.of("changed", "fresh"), names());
  }
}
