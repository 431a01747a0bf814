package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopyPartsTest {

  private static List<Integer> sizes(int rows) {
    List<Integer> sizes = new ArrayList<>();
    int[] next = {0};
    CopyParts.cut(
        rows,
        (from, to) -> {
          assertEquals(next[0], from);
          next[0] = to;
          sizes.add(to - from);
        });
    assertEquals(rows, next[0]);
    return sizes;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 191, 192, 193, 384, 385, 1_000, 4_095})
  void a_few_thousand_rows_go_by_parts_that_differ_by_one_at_most(int rows) {
    List<Integer> sizes = sizes(rows);
    int least = sizes.stream().mapToInt(Integer::intValue).min().orElseThrow();
    int most = sizes.stream().mapToInt(Integer::intValue).max().orElseThrow();
    assertTrue(most <= CopyParts.ROWS_OF_A_PART, () -> sizes.toString());
    assertTrue(least >= 1 && most - least <= 1, () -> sizes.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {CopyParts.TOGETHER_FROM_ROWS, 100_000, Integer.MAX_VALUE})
  void many_rows_go_together(int rows) {
    assertEquals(List.of(rows), sizes(rows));
  }

  @Test
  void no_rows_are_no_copy() {
    assertEquals(List.of(), sizes(0));
  }
}
