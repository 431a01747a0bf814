package io.tiercel.jpa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.shop.Employee;
import io.tiercel.jpa.shop.Team;
import io.tiercel.jpa.validation.UnitValidation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdentityMapTest {
  private final Descriptors descriptors =
      new Descriptors(new UnitMapping(List.of(Team.class, Employee.class)), UnitValidation.NONE);
  private final EntityDescriptor teams = descriptors.of(Team.class);
  private final EntityDescriptor employees = descriptors.of(Employee.class);

  private record Key(EntityDescriptor type, Object id) {}

  private static EntityEntry entry(EntityDescriptor type, Object id) {
    return new EntityEntry(type, new Object(), id, State.MANAGED, LoadBatch.NONE);
  }

  /// Entries that are made when they are asked for, and known from the start to the test.
  private static final class Late extends LateEntries {
    private final List<EntityEntry> made;

    Late(EntityDescriptor type, List<EntityEntry> made) {
      super(type);
      this.made = made;
    }

    @Override
    protected int size() {
      return made.size();
    }

    @Override
    protected EntityEntry entry(int index) {
      return made.get(index);
    }
  }

  @Test
  void it_agrees_with_hash_maps_while_it_grows_shrinks_and_is_cleared() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      IdentityMap map = new IdentityMap(descriptors);
      Map<Key, EntityEntry> byId = new HashMap<>();
      IdentityHashMap<Object, EntityEntry> byInstance = new IdentityHashMap<>();
      List<EntityEntry> all = new ArrayList<>();
      long ids = 1L + random.nextInt(30);
      for (int step = 0; step < 60; step++) {
        int kind = random.nextInt(20);
        Key key = new Key(random.nextBoolean() ? teams : employees, random.nextLong(ids));
        EntityEntry known = byId.get(key);
        if (kind == 0) {
          map.clear();
          byId.clear();
          byInstance.clear();
        } else if (kind < 8 && known != null) {
          assertSame(known, map.of(key.type(), key.id()));
          map.remove(known);
          byId.remove(key);
          byInstance.remove(known.instance);
        } else if (kind == 8) {
          List<EntityEntry> late = new ArrayList<>();
          for (long id = 0; id < ids && late.size() < 3; id++) {
            if (!byId.containsKey(new Key(key.type(), id))) {
              var instance = key.type().access.newInstance();
              late.add(new EntityEntry(key.type(), instance, id, State.MANAGED, LoadBatch.NONE));
            }
          }
          map.addLate(new Late(key.type(), late));
          for (EntityEntry one : late) {
            byId.put(new Key(one.type, one.id), one);
            byInstance.put(one.instance, one);
            all.add(one);
          }
        } else if (known == null) {
          EntityEntry added = entry(key.type(), key.id());
          map.add(added);
          byId.put(key, added);
          byInstance.put(added.instance, added);
          all.add(added);
        }
        String when = "seed %d round %d step %d".formatted(seed, round, step);
        if (random.nextBoolean()) {
          // Nobody asks, so what is late stays late.
          continue;
        }
        for (EntityDescriptor type : List.of(teams, employees)) {
          boolean holds = byId.keySet().stream().anyMatch(one -> one.type() == type);
          assertTrue(map.mayHold(type) || !holds, when);
        }
        for (long id = 0; id < ids; id++) {
          assertSame(byId.get(new Key(teams, id)), map.of(teams, id), when);
          assertSame(byId.get(new Key(employees, id)), map.of(employees, id), when);
        }
        if (random.nextInt(3) == 0) {
          for (EntityEntry one : all) {
            assertSame(byInstance.get(one.instance), map.of(one.instance), when);
          }
        }
      }
    }
  }

  @Test
  void late_entries_are_counted_listed_and_seen_by_who_is_walking() {
    IdentityMap map = new IdentityMap(descriptors);
    EntityEntry early = entry(teams, 1L);
    map.add(early);
    EntityEntry late = entry(employees, 2L);
    EntityEntry later = entry(employees, 3L);
    map.addLate(new Late(employees, List.of(late)));
    assertEquals(2, map.size());
    List<EntityEntry> walked = map.entries();
    assertEquals(List.of(early, late), walked);
    map.addLate(new Late(employees, List.of(later)));
    assertEquals(List.of(early, late, later), walked);
    assertEquals(3, map.size());
    map.addLate(new Late(teams, List.of(entry(teams, 4L))));
    map.clear();
    assertEquals(0, map.size());
    assertNull(map.of(teams, 4L));
    map.addLate(new Late(teams, List.of(entry(teams, 5L))));
    map.clear();
    assertEquals(List.of(), map.entries());
  }

  @Test
  void an_entry_takes_the_place_of_another_with_its_id() {
    for (int others : new int[] {0, IdTable.MAX_FEW, 3 * IdTable.MAX_FEW}) {
      IdentityMap map = new IdentityMap(descriptors);
      for (long id = 0; id < others; id++) {
        map.add(entry(teams, 100 + id));
      }
      EntityEntry former = entry(teams, 1L);
      EntityEntry later = entry(teams, 1L);
      map.add(former);
      map.add(later);
      assertSame(later, map.of(teams, 1L));
      map.remove(former);
      assertSame(later, map.of(teams, 1L));
      map.remove(later);
      assertNull(map.of(teams, 1L));
    }
  }

  @Test
  void ids_that_the_database_takes_for_one_are_one() {
    for (int others : new int[] {0, 3 * IdTable.MAX_FEW}) {
      IdentityMap map = new IdentityMap(descriptors);
      for (long id = 0; id < others; id++) {
        map.add(entry(teams, 100 + id));
      }
      EntityEntry entry = entry(teams, new BigDecimal("1.50"));
      map.add(entry);
      assertSame(entry, map.of(teams, new BigDecimal("1.5")));
      EntityEntry zero = entry(teams, -0.0);
      map.add(zero);
      assertSame(zero, map.of(teams, 0.0));
    }
  }

  @Test
  void members_of_a_batch_come_in_their_order_each_hierarchy_by_itself() {
    LoadBatch batch = new LoadBatch();
    assertEquals(List.of(), batch.members(teams));
    List<EntityEntry> added = new ArrayList<>();
    EntityEntry employee = entry(employees, 1L);
    for (long id = 0; id < 3; id++) {
      EntityEntry team = entry(teams, id);
      batch.add(team);
      added.add(team);
      if (id == 0) {
        batch.add(employee);
      }
      assertEquals(added, batch.members(teams));
      assertEquals(List.of(employee), batch.members(employees));
    }
  }
}
