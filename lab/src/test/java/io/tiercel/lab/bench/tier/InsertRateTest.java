package io.tiercel.lab.bench.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// JVMs of their own, as the benchmark has them.
@Timeout(120)
class InsertRateTest {
  InsertRateTest() {}

  @Test
  void both_stores_take_all_records_beside_a_reader() throws Exception {
    var result = InsertRate.measure(5_000, 1);
    assertEquals(3, result.lines().size());
    assertTrue(result.lines().getLast().contains("all 5,000 values"), result.lines()::toString);
    assertTrue(result.ratio() > 0, result.lines()::toString);
  }

  @Test
  void a_value_of_another_key_and_none_are_told() {
    var values = new SampleValues();
    values.check(7, values.of(7));
    assertThrows(IllegalStateException.class, () -> values.check(7, values.of(8)));
    assertThrows(IllegalStateException.class, () -> values.check(7, null));
  }
}
