package io.tiercel.jpa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.shop.Employee;
import io.tiercel.jpa.shop.Team;
import io.tiercel.jpa.validation.UnitValidation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class NumberTableTest {
  private static final int IDS = 300;

  private final EntityDescriptor type =
      new Descriptors(new UnitMapping(List.of(Team.class, Employee.class)), UnitValidation.NONE)
          .of(Team.class);

  private EntityEntry entry(Object id) {
    return new EntityEntry(type, new Object(), id, State.MANAGED, LoadBatch.NONE);
  }

  /// Ids of a sequence, of one with gaps that are a power of two, negative and random ones.
  @Test
  void it_agrees_with_a_hash_map_whatever_the_numbers() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long[] random64 = random.longs(IDS).toArray();
    List<LongUnaryOperator> kinds =
        List.of(
            i -> i,
            i -> i << 10,
            i -> i << 40,
            i -> Long.MIN_VALUE + i,
            i -> -i,
            i -> random64[(int) i]);
    for (LongUnaryOperator kind : kinds) {
      NumberTable table = new NumberTable();
      Map<Object, EntityEntry> model = new HashMap<>();
      for (int step = 0; step < 5_000; step++) {
        long number = kind.applyAsLong(random.nextInt(IDS));
        Object id = random.nextInt(5) == 0 ? (Object) (int) number : (Object) number;
        EntityEntry known = model.get(id);
        if (known != null && random.nextBoolean()) {
          table.remove(known);
          model.remove(id);
        } else {
          EntityEntry added = entry(id);
          table.put(added);
          model.put(id, added);
        }
        assertEquals(model.size(), table.size(), () -> "seed " + seed);
        if (step % 50 == 0) {
          for (int i = 0; i < IDS; i++) {
            long each = kind.applyAsLong(i);
            assertSame(model.get(each), table.get(each), () -> "seed " + seed);
            assertSame(model.get((int) each), table.get((int) each), () -> "seed " + seed);
          }
        }
      }
      table.clear();
      assertNull(table.get(kind.applyAsLong(1)));
    }
  }

  @Test
  void only_the_very_entry_is_removed() {
    NumberTable table = new NumberTable();
    EntityEntry former = entry(7L);
    EntityEntry later = entry(7L);
    table.put(former);
    table.put(later);
    table.remove(former);
    assertSame(later, table.get(7L));
    table.remove(later);
    assertNull(table.get(7L));
  }
}
