package io.tiercel.lab.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class MessageScannerTest {
  @Test
  void messages_are_found_wherever_the_bytes_are_cut() throws Exception {
    var bytes = stream();
    for (int first = 0; first <= bytes.length; first++) {
      for (int second = first; second <= bytes.length; second++) {
        var found = new StringBuilder();
        var scanner = new MessageScanner(type -> found.append((char) type));
        scanner.scan(bytes, 0, first);
        scanner.scan(bytes, first, second);
        scanner.scan(bytes, second, bytes.length);
        assertEquals("PBSd", found.toString(), "cut at " + first + " and " + second);
      }
    }
  }

  @Test
  void a_length_below_four_is_refused() {
    var scanner = new MessageScanner(type -> {});
    var bytes = new byte[] {'Q', 0, 0, 0, 3};
    assertThrows(IOException.class, () -> scanner.scan(bytes, 0, bytes.length));
  }

  private static byte[] stream() {
    var out = ByteBuffer.allocate(64);
    put(out, 'P', 7);
    put(out, 'B', 1);
    put(out, 'S', 0);
    put(out, 'd', 12);
    var bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }

  private static void put(ByteBuffer out, char type, int bodyBytes) {
    out.put((byte) type).putInt(4 + bodyBytes).put(new byte[bodyBytes]);
  }
}
