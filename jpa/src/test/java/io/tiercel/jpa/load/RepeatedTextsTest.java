package io.tiercel.jpa.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.tiercel.wire.codec.Decoder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RepeatedTextsTest {
  private static final Decoder<String> UTF8 =
      (source, offset, length) -> new String(source, offset, length, StandardCharsets.UTF_8);

  private final RepeatedTexts texts = new RepeatedTexts(UTF8);

  private Object read(String text) {
    byte[] bytes = ("before" + text + "behind").getBytes(StandardCharsets.UTF_8);
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    return texts.decode(bytes, "before".length(), length);
  }

  @Test
  void texts_that_repeat_are_one_object() {
    String[] statuses = {"OPEN", "PAID", "SHIPPED", "RETURNED", ""};
    Object[] first = new Object[statuses.length];
    for (int i = 0; i < statuses.length; i++) {
      first[i] = read(statuses[i]);
    }
    for (int row = 0; row < 2_000; row++) {
      int i = row % statuses.length;
      assertEquals(statuses[i], first[i]);
      assertSame(first[i], read(statuses[i]));
    }
  }

  @Test
  void a_column_of_texts_that_do_not_repeat_is_read_as_it_is() {
    for (int row = 0; row < 1_000; row++) {
      assertEquals("order number " + row, read("order number " + row));
    }
    assertNotSame(read("OPEN"), read("OPEN"));
  }

  @Test
  void every_text_is_read_as_what_it_is_whatever_came_before() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String letters = "aAéß€😀 ";
    int[] points = letters.codePoints().toArray();
    for (int row = 0; row < 20_000; row++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(row % 3 == 0 ? 40 : 3);
      for (int i = 0; i < length; i++) {
        text.appendCodePoint(points[random.nextInt(points.length)]);
      }
      assertEquals(text.toString(), read(text.toString()), () -> "seed " + seed);
    }
  }
}
