package io.tiercel.jpa.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.access.other.Base;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

// The entities are filled by generated code.
@SuppressWarnings({"NullAway.Init", "unused", "UnusedVariable"})
class LazyInstanceTest {
  @Entity
  static class Order {
    @Id private Long id;
    private String number;
    private int touched;

    protected Order() {
      note("constructor");
    }

    public Long getId() {
      return id;
    }

    public String getNumber() {
      return number;
    }

    void note(String what) {
      touched++;
    }

    protected long sum(long a, double b, int c, String d) {
      return a + (long) b + c + d.length() + touched;
    }

    private String secret() {
      return number;
    }

    static String shared() {
      return "shared";
    }
  }

  @Entity
  static class Keyed {
    @Id private long id;
    private String name;

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Keyed keyed && keyed.getName().equals(getName());
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    @Override
    public String toString() {
      return name;
    }

    String getName() {
      return name;
    }
  }

  /// Fills instances with fixed values and counts its calls.
  private static final class Loads implements LazyLoader {
    private final EntityAccess access;
    private final @Nullable Object[] values;
    private final List<LazyInstance> loaded = new ArrayList<>();

    Loads(EntityAccess access, @Nullable Object... values) {
      this.access = access;
      this.values = values;
    }

    @Override
    public void load(LazyInstance instance) {
      loaded.add(instance);
      access.fill(instance, values);
      instance.tiercelLoaded();
    }
  }

  private static EntityAccess access(Class<?> entity) {
    return new AccessRegistry().of(new UnitMapping(List.of(entity)).entity(entity));
  }

  private static Object lazy(EntityAccess access, Object id, LazyLoader loader) {
    Object instance = access.newLazyInstance(id, loader);
    assertNotNull(instance);
    return instance;
  }

  @Test
  void the_id_is_known_without_loading() {
    EntityAccess access = access(Order.class);
    var loads = new Loads(access, 5L, "A-1", 0);
    var order = (Order) lazy(access, 5L, loads);
    assertEquals(5L, order.getId());
    assertEquals(5L, ((LazyInstance) order).tiercelId());
    assertSame(loads, ((LazyInstance) order).tiercelLoader());
    assertEquals(5L, access.get(order, 0));
    assertEquals(List.of(), loads.loaded);
  }

  @Test
  void the_first_call_loads_in_place_and_later_ones_run_straight_through() {
    EntityAccess access = access(Order.class);
    var loads = new Loads(access, 5L, "A-1", 10);
    var order = (Order) lazy(access, 5L, loads);
    assertEquals("A-1", order.getNumber());
    assertEquals("A-1", order.secret());
    assertEquals(10 + 1 + 2 + 3 + 4, order.sum(1, 2.5, 3, "four"));
    assertEquals(1, loads.loaded.size());
    assertSame(order, loads.loaded.getFirst());
    assertNull(((LazyInstance) order).tiercelLoader());
  }

  @Test
  void a_failed_load_is_tried_again_by_the_next_call() {
    EntityAccess access = access(Order.class);
    var loads = new Loads(access, 5L, "A-1", 0);
    var failing = new ArrayList<>(List.of(1));
    var order =
        (Order)
            lazy(
                access,
                5L,
                instance -> {
                  if (!failing.isEmpty()) {
                    failing.clear();
                    throw new EntityNotFoundException("gone");
                  }
                  loads.load(instance);
                });
    assertThrows(EntityNotFoundException.class, order::getNumber);
    assertEquals("A-1", order.getNumber());
  }

  @Test
  void equals_and_to_string_load_only_where_the_entity_overrides_them() {
    EntityAccess orders = access(Order.class);
    var loads = new Loads(orders, 5L, "A-1", 0);
    Object order = lazy(orders, 5L, loads);
    assertNotEquals(order, new Object());
    assertFalse(order.toString().isEmpty());
    assertEquals(0, loads.loaded.size());

    EntityAccess keyed = access(Keyed.class);
    var keyedLoads = new Loads(keyed, 5L, "key");
    assertEquals("key", lazy(keyed, 5L, keyedLoads).toString());
    assertEquals("key".hashCode(), lazy(keyed, 5L, keyedLoads).hashCode());
    assertEquals(lazy(keyed, 5L, keyedLoads), lazy(keyed, 6L, keyedLoads));
    assertEquals(4, keyedLoads.loaded.size());
  }

  @Test
  void it_is_an_instance_of_the_entity_and_the_unit_knows_its_class() {
    var unit = new UnitMapping(List.of(Order.class));
    EntityAccess access = new AccessRegistry().of(unit.entity(Order.class));
    Object order = lazy(access, 1L, instance -> {});
    assertInstanceOf(Order.class, order);
    assertSame(unit.entity(Order.class), unit.entity(order.getClass()));
    assertFalse(unit.isEntity(order.getClass()));
  }

  @Entity
  static class ByProperty {
    private long key;
    private String name = "";

    @Id
    public long getId() {
      return key;
    }

    public void setId(long id) {
      this.key = id;
    }

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }
  }

  @Test
  void access_by_setters_does_not_load() {
    EntityAccess access = access(ByProperty.class);
    var loads = new Loads(access, 5L, "loaded");
    Object instance = lazy(access, 5L, loads);
    access.set(instance, 1, "set");
    assertEquals("set", access.get(instance, 1));
    assertEquals(5L, ((ByProperty) instance).getId());
    assertEquals(0, loads.loaded.size());
    assertEquals("loaded", ((ByProperty) instance).getName());
    assertEquals(1, loads.loaded.size());
  }

  @Entity
  static class Derived extends Base<Integer> {
    private String name;
  }

  @Test
  void methods_of_a_generic_superclass_load_and_its_id_getter_does_not() {
    EntityAccess access = access(Derived.class);
    var loads = new Loads(access, 5, 9, "name");
    var derived = (Derived) lazy(access, 5, loads);
    assertEquals(5, derived.getKey());
    assertEquals(0, loads.loaded.size());
    assertEquals(9, derived.getVersion());
    assertEquals(1, loads.loaded.size());
  }

  @Entity
  static final class Sealed {
    @Id long id;
  }

  @Entity
  static class FinalMethod {
    @Id long id;
    String name;

    public final String getName() {
      return name;
    }
  }

  @Test
  void an_entity_that_cannot_be_subclassed_safely_is_never_lazy() {
    assertNull(access(Sealed.class).newLazyInstance(1L, instance -> {}));
    assertNull(access(FinalMethod.class).newLazyInstance(1L, instance -> {}));
  }

  @Test
  void a_thousand_lazy_instances_share_one_class() {
    EntityAccess access = access(Order.class);
    Class<?> first = lazy(access, 0L, instance -> {}).getClass();
    for (long id = 1; id < 1000; id++) {
      assertSame(first, lazy(access, id, instance -> {}).getClass());
    }
    assertTrue(first.isHidden());
  }
}
