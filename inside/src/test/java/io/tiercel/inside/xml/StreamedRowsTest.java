package io.tiercel.inside.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.inside.PgException;
import io.tiercel.inside.xml.stream.NotStreamable;
import io.tiercel.inside.xml.stream.StreamPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The stream against Saxon: the same rows, or the same error.
class StreamedRowsTest {
  private static final Map<String, String> NAMESPACES = Map.of("p", RandomXml.NAMESPACE);

  private static TreeRows tree(String rows, List<String> columns, byte[] document) {
    return new TreeRows(rows, columns, NAMESPACES, new Documents().tree(document));
  }

  /// Rows, and at their end perhaps an error.
  private static List<String> outcome(Supplier<Iterator<@Nullable String[]>> rows) {
    List<String> outcome = new ArrayList<>();
    try {
      rows.get().forEachRemaining(row -> outcome.add(Arrays.toString(row)));
    } catch (PgException e) {
      outcome.clear(); // the statement has none then
      outcome.add(e.sqlState() + " " + e.message());
    }
    return outcome;
  }

  @Test
  void generated_documents_have_the_same_rows_as_by_saxon() {
    long seed = Long.getLong("tiercel.seed", System.nanoTime());
    int cases = Integer.getInteger("tiercel.xml.cases", 10_000);
    int streamed = 0;
    int found = 0;
    int planned = 0;
    for (int i = 0; i < cases; i++) {
      var random = new RandomXml(new Random(seed + i));
      byte[] document = random.document().getBytes(UTF_8);
      String rows = random.rows();
      List<String> columns = random.columns();
      var plan = StreamPlan.of(rows, columns, NAMESPACES);
      if (plan.isEmpty()) {
        continue;
      }
      planned++;
      List<String> expected = outcome(() -> tree(rows, columns, document));
      String where =
          "seed %d: %s %s of\n%s".formatted(seed + i, rows, columns, new String(document, UTF_8));
      assertEquals(
          expected,
          outcome(() -> TableRows.of(plan.get(), document, () -> tree(rows, columns, document))),
          where);
      try {
        List<String> alone = outcome(() -> plan.get().rows(document));
        assertEquals(expected, alone, () -> "alone, " + where);
        streamed++;
        found += alone.size();
      } catch (NotStreamable e) {
        // what the tree is for
      }
    }
    System.out.printf(
        "seed %d: %d of %d cases planned, %d streamed to their ends, %d rows%n",
        seed, planned, cases, streamed, found);
    // Or this would test nothing.
    assertTrue(planned > cases * 3 / 4 && streamed > planned * 3 / 4 && found > cases / 2);
  }
}
