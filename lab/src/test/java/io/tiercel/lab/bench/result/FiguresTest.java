package io.tiercel.lab.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void numbers_keep_about_three_digits() {
    assertEquals("1.23M", Figures.compact(1_234_567));
    assertEquals("812k", Figures.compact(812_345));
    assertEquals("12.3k", Figures.compact(12_345));
    assertEquals("4,040", Figures.compact(4_040));
    assertEquals("404", Figures.compact(404.2));
    assertEquals("6.80", Figures.compact(6.8));
    assertEquals("0.0450", Figures.compact(0.045));
    assertEquals("0", Figures.compact(0));
  }

  @Test
  void what_was_not_measured_is_blank() {
    assertEquals("", Figures.compact(Double.NaN));
  }
}
