package io.tiercel.wire;

import static io.tiercel.wire.ScriptedServer.bindComplete;
import static io.tiercel.wire.ScriptedServer.complete;
import static io.tiercel.wire.ScriptedServer.concat;
import static io.tiercel.wire.ScriptedServer.error;
import static io.tiercel.wire.ScriptedServer.intRow;
import static io.tiercel.wire.ScriptedServer.oneIntColumn;
import static io.tiercel.wire.ScriptedServer.parseComplete;
import static io.tiercel.wire.ScriptedServer.ready;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.BackendMessages;
import io.tiercel.wire.protocol.MessageReader;
import io.tiercel.wire.row.DataRow;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Any bytes end in messages or a typed failure, and never make the reader keep more than it was
/// given. Replay a failure with `-Dtiercel.fuzz.seed=…`.
@Timeout(60)
class BackendFuzzTest {
  private static final int ROUNDS = 100_000;
  private static final int MAX_MESSAGE_BYTES = 1 << 16;
  private static final byte[] CONVERSATION =
      concat(
          parseComplete(),
          oneIntColumn(),
          bindComplete(),
          intRow(7),
          complete("SELECT 1"),
          error("ERROR", "22012", "division by zero"),
          ready('I'));

  @Test
  void random_and_mutated_messages_end_in_a_message_or_a_typed_failure() throws IOException {
    long seed = Long.getLong("tiercel.fuzz.seed", System.nanoTime());
    var random = new Random(seed);
    long failures = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = round % 2 == 0 ? mutated(random) : noise(random);
      try {
        readAll(bytes, 1 + random.nextInt(64));
      } catch (WireException e) {
        failures++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", round " + round, e);
      }
    }
    assertTrue(failures > ROUNDS / 10, "seed " + seed + ": hardly anything was refused");
  }

  private static byte[] noise(Random random) {
    byte[] bytes = new byte[random.nextInt(200)];
    random.nextBytes(bytes);
    if (bytes.length > 5) {
      // Lengths that fit let the noise into the bodies.
      bytes[0] = (byte) "12TDtCEZGHNAvSKR".charAt(random.nextInt(16));
      bytes[1] = 0;
      bytes[2] = 0;
      bytes[3] = 0;
      bytes[4] = (byte) random.nextInt(Math.min(127, bytes.length));
    }
    return bytes;
  }

  private static byte[] mutated(Random random) {
    byte[] bytes = CONVERSATION.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }

  private static void readAll(byte[] bytes, int chunk) throws IOException {
    var reader = new MessageReader(32, MAX_MESSAGE_BYTES);
    int[] at = new int[1];
    DataRow row = null;
    while (true) {
      while (reader.next()) {
        switch (reader.type()) {
          case Backend.ROW_DESCRIPTION ->
              row = new DataRow(BackendMessages.rowDescription(reader), Codecs.builtin());
          case Backend.DATA_ROW -> {
            if (row != null) {
              row.moveTo(reader.buffer(), reader.position(), reader.remaining());
            }
          }
          case Backend.PARAMETER_DESCRIPTION -> BackendMessages.parameterOids(reader);
          case Backend.ERROR_RESPONSE, Backend.NOTICE_RESPONSE ->
              BackendMessages.serverError(reader);
          case Backend.READY_FOR_QUERY -> BackendMessages.transactionStatus(reader);
          case Backend.NOTIFICATION_RESPONSE -> BackendMessages.notification(reader);
          case Backend.COPY_IN_RESPONSE, Backend.COPY_OUT_RESPONSE ->
              BackendMessages.copyResponse(reader);
          case Backend.COMMAND_COMPLETE -> CommandTag.parse(reader.readCString());
          default -> reader.readRest();
        }
      }
      assertTrue(reader.buffer().length <= 2 * Math.max(32, bytes.length));
      int count =
          reader.fill(
              (to, offset, length) -> {
                int n = Math.min(Math.min(chunk, length), bytes.length - at[0]);
                System.arraycopy(bytes, at[0], to, offset, n);
                at[0] += n;
                return n == 0 ? -1 : n;
              });
      if (count < 0) {
        return;
      }
    }
  }
}
