package io.tiercel.lab.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HsqldbScriptTest {
  private static final String CREATE =
      """
      CREATE MEMORY TABLE "shop"."t"("id" INTEGER NOT NULL,"name" VARCHAR(30),"price" DECIMAL(10,4),\
      CONSTRAINT "pk" PRIMARY KEY("id"))
      """;

  private static SourceTable read(String rows) throws IOException {
    return Objects.requireNonNull(
        HsqldbScript.read(new StringReader(CREATE + rows), Set.of("t")).get("t"));
  }

  @Test
  void text_keeps_quotes_commas_parentheses_and_characters_beyond_ascii() throws IOException {
    var row = read("INSERT INTO \"t\" VALUES(1,'O''Hara, (Zo\\u00eb)',2.5000)\n").rows().getFirst();
    assertEquals("O'Hara, (Zoë)", row.text("name"));
    assertEquals(new BigDecimal("2.5000"), row.decimal("price"));
  }

  @Test
  void null_is_not_the_text_null() throws IOException {
    var rows =
        read("""
                INSERT INTO "shop"."t" VALUES(1,NULL,NULL)
                INSERT INTO "shop"."t" VALUES(2,'NULL',1)
                """)
            .rows();
    assertNull(rows.get(0).textOrNull("name"));
    assertEquals("NULL", rows.get(1).text("name"));
    var failure = assertThrows(DataException.class, () -> rows.get(0).text("name"));
    assertTrue(String.valueOf(failure.getMessage()).contains("\"name\" of table \"t\""));
  }

  @Test
  void a_row_cut_at_any_place_is_refused() throws IOException {
    String whole = "INSERT INTO \"t\" VALUES(1,'it''s',2.5)";
    int start = whole.indexOf('(') + 1;
    for (int end = start; end < whole.length(); end++) {
      String cut = whole.substring(0, end);
      assertThrows(DataException.class, () -> read(cut + "\n"), cut);
    }
    assertEquals(1, read(whole).rows().size());
  }

  @Test
  void a_table_without_rows_is_refused() {
    assertThrows(DataException.class, () -> read(""));
  }

  @Test
  void a_missing_artifact_is_named_with_the_way_to_get_it() {
    var artifact = new DataArtifact("net.example:no-such-data:1", "no-such.script");
    var failure = assertThrows(DataException.class, () -> HsqldbScript.read(artifact, Set.of("t")));
    assertTrue(
        String.valueOf(failure.getMessage())
            .startsWith(
                "cannot find no-such.script of net.example:no-such-data:1 on the class path\nHint: "));
  }

  @Test
  void time_stamps_at_midnight_are_read_as_days() throws IOException {
    var row = read("INSERT INTO \"t\" VALUES(1,'1997-01-07 00:00:00.000000000',0)").rows();
    assertEquals(LocalDate.of(1997, 1, 7), row.getFirst().date("name"));
  }
}
