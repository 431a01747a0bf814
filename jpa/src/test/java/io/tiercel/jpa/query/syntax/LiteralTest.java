package io.tiercel.jpa.query.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Literals of all kinds, and what is none.
class LiteralTest {

  private static Object value(String literal) {
    var select = (Statement.Select) JpqlParser.parse("select " + literal + " from E e");
    var query = (QueryExpression.SelectQuery) select.query();
    return ((Constant.Literal) query.items().getFirst().expression()).value();
  }

  private static Stream<Arguments> literals() {
    return Stream.of(
        Arguments.of("0", 0),
        Arguments.of("2147483647", Integer.MAX_VALUE),
        Arguments.of("2147483648", 2147483648L),
        Arguments.of("9223372036854775808", new BigInteger("9223372036854775808")),
        Arguments.of("5L", 5L),
        Arguments.of("5l", 5L),
        Arguments.of("5bi", BigInteger.valueOf(5)),
        Arguments.of("5BD", BigDecimal.valueOf(5)),
        Arguments.of("1.50bd", new BigDecimal("1.50")),
        Arguments.of("1.5", 1.5),
        Arguments.of("1.", 1.0),
        Arguments.of(".5", 0.5),
        Arguments.of("1e3", 1000.0),
        Arguments.of("1.5E-3", 0.0015),
        Arguments.of("2d", 2.0),
        Arguments.of("1.5f", 1.5f),
        Arguments.of("0x1F", 31),
        Arguments.of("0xFFFFFFFF", -1),
        Arguments.of("0xFFFFFFFFL", 4294967295L),
        Arguments.of("007", 7),
        Arguments.of("1_000", 1_000),
        Arguments.of("1_0__0.2_5e1_0bd", new BigDecimal("100.25e10")),
        Arguments.of("0xFF_FF", 0xFF_FF),
        Arguments.of("0b1_01", 5),
        Arguments.of("0B1L", 1L),
        Arguments.of("''", ""),
        Arguments.of("'it''s'", "it's"),
        Arguments.of("''''", "'"),
        Arguments.of("'select :x'", "select :x"),
        Arguments.of("TRUE", true),
        Arguments.of("false", false),
        Arguments.of("{d '2026-01-31'}", LocalDate.of(2026, 1, 31)),
        Arguments.of("{d '2009-8-5'}", LocalDate.of(2009, 8, 5)),
        Arguments.of("{t '7:5:03'}", LocalTime.of(7, 5, 3)),
        Arguments.of("{ts '2009-08-05T07:05:03'}", LocalDateTime.of(2009, 8, 5, 7, 5, 3)),
        Arguments.of(
            "{ts '2009-8-5 7:05:03.25'}", LocalDateTime.of(2009, 8, 5, 7, 5, 3, 250000000)),
        Arguments.of("{t '23:59:58'}", LocalTime.of(23, 59, 58)),
        Arguments.of("{T'23:59:58'}", LocalTime.of(23, 59, 58)),
        Arguments.of(
            "{ ts '2026-01-31 23:59:58.5' }",
            LocalDateTime.of(2026, 1, 31, 23, 59, 58, 500_000_000)));
  }

  @ParameterizedTest
  @MethodSource("literals")
  void a_literal_has_its_java_value(String literal, Object value) {
    assertEquals(value, value(literal));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1x",
        "1.2.3",
        "1e",
        "1e+",
        "0x",
        "0xG",
        "5.5L",
        "9223372036854775808L",
        "1e999999999",
        "1e999",
        "1e99f",
        "0x1FFFFFFFFFFFFFFFF",
        "1_",
        "1_.5",
        "1e_5",
        "0x_F",
        "0b_1",
        "0b2",
      })
  void a_malformed_number_is_refused_where_it_stands(String literal) {
    var error = assertThrows(JpqlSyntaxException.class, () -> value(literal));
    assertEquals(7, error.offset());
    assertTrue(
        error.getMessage().contains("malformed number \"" + literal + "\""), error::getMessage);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{d '2026-02-30'}",
        "{d '2026-2-30'}",
        "{ts '2026-02-0307:05:03'}",
        "{ts '2026-02-03T 07:05:03'}",
        "{d '26-2-3'}",
        "{d '2026-002-3'}",
        "{t '7:60:00'}",
        "{x '2026-01-31'}",
        "{d 2026}",
        "{d '2026-01-31'",
        "{",
        "{}",
        "{t ''}"
      })
  void a_malformed_temporal_literal_is_refused_with_an_example(String literal) {
    var error = assertThrows(JpqlSyntaxException.class, () -> value(literal));
    assertTrue(error.getMessage().contains("malformed temporal literal"), error::getMessage);
    assertTrue(error.getMessage().contains("{ts '"), error::getMessage);
  }

  @Test
  void a_long_number_is_refused_before_it_costs_anything() {
    String digits = "9".repeat(1_000_000);
    assertThrows(JpqlSyntaxException.class, () -> value(digits));
  }

  @Test
  void a_string_without_an_end_is_refused_at_its_begin() {
    for (var literal : List.of("'abc", "'abc''")) {
      var error = assertThrows(JpqlSyntaxException.class, () -> value(literal));
      assertEquals(7, error.offset());
    }
  }
}
