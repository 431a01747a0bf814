package io.tiercel.jdbc.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.testkit.TestServer;
import io.tiercel.wire.codec.FloatText;
import java.time.Duration;
import java.time.Period;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Floats print as the server prints them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FloatTextTest {
  private static final int VALUES = 3000;

  private final long seed = Long.getLong("tiercel.seed", System.nanoTime());
  private WireContext context;

  @BeforeAll
  void connect() {
    System.out.println("FloatTextTest: -Dtiercel.seed=" + seed);
    context = new WireContext(TestServer.v18().defaultDatabase());
  }

  @AfterAll
  void disconnect() {
    context.close();
  }

  @Test
  void a_float8_prints_as_on_the_server() {
    var random = new SplittableRandom(seed);
    double[] values = new double[VALUES];
    for (int i = 0; i < VALUES; i++) {
      values[i] =
          switch (i % 4) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextInt(-100_000, 100_000) / 1000.0;
            case 2 -> random.nextInt(1, 10) * Math.pow(10, random.nextInt(-320, 300));
            default -> random.nextLong() / 8.0;
          };
    }
    values[0] = Double.MAX_VALUE;
    values[1] = Double.MIN_VALUE;
    String[] printed = new String[VALUES];
    int[] count = new int[1];
    context.wire.query(
        "select x::text from unnest($1::float8[]) with ordinality u(x, n) order by n",
        row -> printed[count[0]++] = row.getString(0),
        values);
    for (int i = 0; i < VALUES; i++) {
      assertEquals(printed[i], FloatText.print(values[i]), "seed " + seed);
    }
  }

  @Test
  void a_float4_prints_as_on_the_server() {
    var random = new SplittableRandom(seed);
    float[] values = new float[VALUES];
    for (int i = 0; i < VALUES; i++) {
      values[i] =
          i % 2 == 0
              ? Float.intBitsToFloat(random.nextInt())
              : random.nextInt(-100_000, 100_000) / 100f;
    }
    values[0] = -Float.MAX_VALUE;
    values[1] = Float.MIN_VALUE;
    String[] printed = new String[VALUES];
    int[] count = new int[1];
    context.wire.query(
        "select x::text from unnest($1::float4[]) with ordinality u(x, n) order by n",
        row -> printed[count[0]++] = row.getString(0),
        values);
    for (int i = 0; i < VALUES; i++) {
      assertEquals(printed[i], FloatText.print(values[i]), "seed " + seed);
    }
  }

  @Test
  void an_interval_is_a_duration_or_a_period() throws Exception {
    var reader = new ColumnReader(context);
    var row = context.row("select '04:05:06'::interval, '1 year 2 mons 3 days'::interval");
    assertEquals(Duration.ofSeconds(14706), reader.getObject(row, 0, Duration.class));
    assertEquals(Period.of(1, 2, 3), reader.getObject(row, 1, Period.class));
  }
}
