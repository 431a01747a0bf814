package io.tiercel.lab.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void the_median_of_an_odd_number_is_the_middle_one() {
    assertEquals(new Spread(2, 1, 9), Spread.of(DoubleStream.of(9, 1, 2)));
  }

  @Test
  void the_median_of_an_even_number_lies_between_the_middle_two() {
    assertEquals(new Spread(2.5, 1, 9), Spread.of(DoubleStream.of(9, 1, 2, 3)));
  }

  @Test
  void nothing_has_no_spread() {
    assertThrows(IllegalArgumentException.class, () -> Spread.of(DoubleStream.empty()));
  }
}
