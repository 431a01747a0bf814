package io.tiercel.jpa.identity;

import static org.junit.jupiter.api.Assertions.assertSame;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.shop.Team;
import io.tiercel.jpa.validation.UnitValidation;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InstanceTableTest {

  @Test
  void it_agrees_with_an_identity_hash_map_under_random_operations() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    var mapping = new UnitMapping(List.of(Team.class, io.tiercel.jpa.shop.Employee.class));
    var type = new Descriptors(mapping, UnitValidation.NONE).of(Team.class);
    InstanceTable table = new InstanceTable();
    IdentityHashMap<Object, EntityEntry> model = new IdentityHashMap<>();
    List<Object> instances = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      // Equal to each other, which must not matter.
      instances.add("same".repeat(2));
    }
    for (int step = 0; step < 20_000; step++) {
      Object instance = instances.get(random.nextInt(instances.size()));
      if (model.containsKey(instance)) {
        table.remove(instance);
        model.remove(instance);
      } else {
        EntityEntry entry =
            new EntityEntry(type, instance, step, EntityEntry.State.NEW, LoadBatch.NONE);
        table.add(entry);
        model.put(instance, entry);
      }
      if (step % 100 == 0) {
        int atStep = step;
        for (Object each : instances) {
          assertSame(model.get(each), table.get(each), () -> "seed " + seed + " step " + atStep);
        }
      }
    }
    table.clear();
    assertSame(null, table.get(instances.getFirst()));
    EntityEntry again =
        new EntityEntry(type, instances.getFirst(), 1, EntityEntry.State.NEW, LoadBatch.NONE);
    table.add(again);
    assertSame(again, table.get(instances.getFirst()));
    // Empty tables share their slots, until there is something to hold.
    assertSame(null, new InstanceTable().get(instances.getFirst()));
  }
}
