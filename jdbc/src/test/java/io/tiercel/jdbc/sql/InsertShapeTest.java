package io.tiercel.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tiercel.jdbc.sql.InsertShape.Constant;
import io.tiercel.jdbc.sql.InsertShape.Placeholder;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InsertShapeTest {

  private static SqlCommand command(String sql) throws SQLException {
    return ParsedSql.parse(sql, new SqlOptions(true, true)).commands().getFirst();
  }

  @Test
  void a_row_of_placeholders_and_constants_is_recognized() throws SQLException {
    SqlCommand command =
        command(
            "insert /* x */ into s.\"T\" as a (b, \"C\", d, e, f) overriding system value\n"
                + " values (?, 'x''y', -1.5, NULL, ?) on conflict (b) do update set b = 1");
    InsertShape shape = command.insert();

    assertNotNull(shape);
    assertEquals("s.\"T\" as a", shape.table());
    assertEquals(List.of("b", "\"C\"", "d", "e", "f"), shape.columns());
    assertEquals(
        List.of(
            new Placeholder(0),
            new Constant("'x''y'"),
            new Constant("-1.5"),
            new Constant("NULL"),
            new Placeholder(1)),
        shape.values());
    assertEquals(
        "values ($1, 'x''y', -1.5, NULL, $2)",
        command.text().substring(shape.valuesStart(), shape.valuesEnd()));
    assertEquals(true, shape.mayUpdate());
  }

  @Test
  void the_column_list_may_be_missing() throws SQLException {
    InsertShape shape = command("insert into t values(?,?)returning id").insert();
    assertNotNull(shape);
    assertNull(shape.columns());
    assertEquals("t", shape.table());
    assertEquals(false, shape.mayUpdate());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into t values (?), (?)",
        "insert into t values (? + 1)",
        "insert into t values (?::int)",
        "insert into t values (default, ?)",
        "insert into t values (now(), ?)",
        "insert into t values ((?))",
        "insert into t values (date '2020-01-01', ?)",
        "insert into t values (1)",
        "insert into t default values",
        "insert into t select ?",
        "insert into t (a[1]) values (?)",
        "insert into t (a.b) values (?)",
        "insert into t (a, b) values (?)",
        "insert into t values (?) on conflict do update set a = ?",
        "insert into t values (?) order by 1",
        "insert into t values (?) union all values (2)",
        "insert into values (?)",
        "insert into t values (?",
        "with x as (select 1) insert into t values (?)",
      })
  void everything_else_has_no_shape(String sql) throws SQLException {
    assertNull(command(sql).insert());
  }
}
