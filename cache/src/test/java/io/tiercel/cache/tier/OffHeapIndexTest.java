package io.tiercel.cache.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OffHeapIndexTest {
  OffHeapIndexTest() {}

  @Test
  void any_order_of_operations_leaves_what_a_map_would_have() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    Map<Long, Long> model = new HashMap<>();
    var index = new OffHeapIndex(16);
    for (int step = 0; step < 300_000; step++) {
      // Many hashes with one home, around the end of the table too.
      long hash = random.nextInt(40) * 4096L + (random.nextBoolean() ? 4_090 : random.nextInt(20));
      if (random.nextInt(3) == 0) {
        index.remove(hash);
        model.remove(hash);
      } else {
        index.put(hash, step + 1);
        model.put(hash, step + 1L);
      }
      if (index.isCrowded()) {
        index = index.doubled();
      }
      long asked = random.nextInt(40) * 4096L + random.nextInt(20);
      assertEquals(model.getOrDefault(asked, 0L), index.touch(asked), () -> "seed " + seed);
      assertEquals(model.size(), index.size(), () -> "seed " + seed);
    }
    for (Map.Entry<Long, Long> entry : model.entrySet()) {
      assertEquals(entry.getValue(), index.get(entry.getKey()));
    }
  }

  @Test
  void a_mark_stays_until_the_hash_is_put_anew() {
    var index = new OffHeapIndex(16);
    index.put(1, 100);
    assertFalse(index.isTouched(1));
    assertEquals(100, index.touch(1));
    assertEquals(100, index.touch(1));
    index.put(17, 101);
    index.remove(17);
    assertTrue(index.doubled().isTouched(1));
    index.put(1, 102);
    assertFalse(index.isTouched(1));
    assertEquals(102, index.get(1));
  }
}
