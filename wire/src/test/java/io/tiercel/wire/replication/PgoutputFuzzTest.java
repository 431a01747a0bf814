package io.tiercel.wire.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Any bytes end in a message of `pgoutput` or a typed failure. Replay a failure with
/// `-Dtiercel.fuzz.seed=…`.
@Timeout(60)
class PgoutputFuzzTest {
  private static final int ROUNDS = 100_000;
  private static final int TABLE = 16_400;
  private static final int XID = 740;

  private static byte[] bytes(WriteBuffer out) {
    return Arrays.copyOf(out.array(), out.position());
  }

  private static WriteBuffer message(char type) {
    return new WriteBuffer().putByte(type);
  }

  private static WriteBuffer tuple(WriteBuffer out, int number) {
    out.putShort(3).putByte('b').putInt(Integer.BYTES).putInt(number);
    return out.putByte('t').putInt(4).putUtf8("näh").putByte(number % 2 == 0 ? 'n' : 'u');
  }

  /// Two transactions, the second one streamed in a block, as the manual describes them.
  private static List<byte[]> conversation() {
    WriteBuffer relation = message('R').putInt(TABLE).putCString("public").putCString("item");
    relation.putByte('d').putShort(3);
    relation.putByte(1).putCString("id").putInt(Oids.INT4).putInt(-1);
    relation.putByte(0).putCString("name").putInt(Oids.TEXT).putInt(-1);
    relation.putByte(0).putCString("note").putInt(Oids.TEXT).putInt(-1);
    WriteBuffer update = tuple(message('U').putInt(TABLE).putByte('K'), 1).putByte('N');
    var messages =
        List.of(
            message('B').putLong(100).putLong(1).putInt(XID),
            message('O').putLong(90).putCString("origin"),
            relation,
            message('Y').putInt(16_500).putCString("public").putCString("mood"),
            tuple(message('I').putInt(TABLE).putByte('N'), 1),
            tuple(update, 2),
            tuple(message('D').putInt(TABLE).putByte('O'), 2),
            message('T').putInt(1).putByte(3).putInt(TABLE),
            message('M').putByte(1).putLong(95).putCString("app").putInt(2).putShort(7),
            message('C').putByte(0).putLong(100).putLong(110).putLong(1),
            message('S').putInt(XID + 1).putByte(1),
            tuple(message('I').putInt(XID + 1).putInt(TABLE).putByte('N'), 3),
            message('E'),
            message('A').putInt(XID + 1).putInt(XID + 2).putLong(120).putLong(2),
            message('c').putInt(XID + 1).putByte(0).putLong(120).putLong(130).putLong(2),
            message('b').putLong(1).putLong(2).putLong(3).putInt(XID).putCString("gid"),
            message('P').putByte(0).putLong(1).putLong(2).putLong(3).putInt(XID).putCString("gid"),
            message('K').putByte(0).putLong(1).putLong(2).putLong(3).putInt(XID).putCString("gid"),
            message('r')
                .putByte(0)
                .putLong(1)
                .putLong(2)
                .putLong(3)
                .putLong(4)
                .putInt(XID)
                .putCString("gid"));
    return messages.stream().map(PgoutputFuzzTest::bytes).toList();
  }

  @Test
  void the_conversation_as_it_should_be_is_understood() {
    List<byte[]> messages = conversation();
    assertEquals(messages.size(), decode(messages));
  }

  @Test
  void noise_and_mutations_end_in_a_message_or_a_typed_failure() {
    long seed = Long.getLong("tiercel.fuzz.seed", System.nanoTime());
    var random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      var messages = new ArrayList<>(conversation());
      for (int i = random.nextInt(3); i >= 0; i--) {
        int at = random.nextInt(messages.size());
        messages.set(at, spoilt(messages.get(at), random));
      }
      try {
        decode(messages);
      } catch (WireException e) {
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", round " + round, e);
      }
    }
    assertTrue(refused > ROUNDS / 10, "seed " + seed + ": hardly anything was refused");
  }

  private static byte[] spoilt(byte[] message, Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(message, random.nextInt(message.length + 8));
      case 1 -> {
        byte[] noise = new byte[random.nextInt(60)];
        random.nextBytes(noise);
        if (noise.length > 0) {
          noise[0] = (byte) "BCORYIUDTMSEcAbPKrp".charAt(random.nextInt(19));
        }
        yield noise;
      }
      default -> {
        byte[] changed = Arrays.copyOf(message, Math.max(1, message.length));
        for (int i = random.nextInt(3); i >= 0; i--) {
          changed[random.nextInt(changed.length)] = (byte) random.nextInt();
        }
        yield changed;
      }
    };
  }

  /// Decodes with bytes of others around, and reads every value.
  private static int decode(List<byte[]> messages) {
    var decoder = new PgoutputDecoder();
    int decoded = 0;
    for (byte[] message : messages) {
      byte[] around = new byte[message.length + 14];
      Arrays.fill(around, (byte) 0x7F);
      System.arraycopy(message, 0, around, 7, message.length);
      LogicalMessage result = decoder.decode(around, 7, message.length);
      switch (result) {
        case LogicalMessage.Insert insert -> read(insert.relation(), insert.row());
        case LogicalMessage.Update update -> read(update.relation(), update.row());
        default -> assertTrue(result.toString().length() > 0);
      }
      decoded++;
    }
    return decoded;
  }

  private static void read(LogicalMessage.Relation relation, Tuple row) {
    for (int i = 0; i < row.size(); i++) {
      if (!row.isNull(i) && !row.isUnchanged(i)) {
        row.get(i, relation.columns().get(i).typeOid(), Codecs.builtin());
      }
    }
    assertTrue(row.toString().length() > 0);
  }
}
