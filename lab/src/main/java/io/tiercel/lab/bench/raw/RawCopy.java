package io.tiercel.lab.bench.raw;

import io.tiercel.lab.bench.model.SampleOrders;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.wire.buffer.WriteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/// Binary COPY of the sample orders, encoded by hand straight from the numbers.
///
/// ```
/// header   11 signature bytes, int32 flags 0, int32 extension length 0
/// row      int16 column count, then per column int32 length and the value
/// trailer  int16 -1
/// ```
final class RawCopy {
  private static final byte[] SIGNATURE =
      "PGCOPY\n\u00ff\r\n\0".getBytes(StandardCharsets.ISO_8859_1);
  private static final int SEND_BYTES = 64 * 1024;
  private static final long EPOCH_SECOND = Instant.parse("2000-01-01T00:00:00Z").getEpochSecond();
  private static final String COLUMNS = "version, customer_id, ordered_at, status, total, note)";
  private static final String WITH_IDS =
      "copy sequence_order (id, " + COLUMNS + " from stdin (format binary)";
  private static final String WITHOUT_IDS =
      "copy identity_order (" + COLUMNS + " from stdin (format binary)";

  private static final String BATCH_ROWS = "copy batch_row (a, b, c) from stdin (format binary)";

  private final Connection connection;
  private final WriteBuffer out = new WriteBuffer(2 * SEND_BYTES);

  RawCopy(Connection connection) {
    this.connection = connection;
  }

  Tally withIds(int units) throws SQLException {
    return copy(WITH_IDS, units, true);
  }

  /// The server draws the ids, and nobody learns them: less than what a provider has to do.
  Tally withoutIds(int units) throws SQLException {
    return copy(WITHOUT_IDS, units, false);
  }

  /// The rows that drivers write as records.
  Tally batchRows(int units) throws SQLException {
    var copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(BATCH_ROWS);
    long checksum = 0;
    out.clear();
    out.putBytes(SIGNATURE).putInt(0).putInt(0);
    for (int i = 0; i < units; i++) {
      String text = "the text of row " + i;
      out.putShort(3).putInt(Integer.BYTES).putInt(i);
      putText(out, text);
      out.putInt(Integer.BYTES).putInt(i * 2);
      checksum += i + text.length() + i * 2L;
      if (out.position() >= SEND_BYTES) {
        send(copy);
      }
    }
    out.putShort(-1);
    send(copy);
    long rows = copy.endCopy();
    connection.commit();
    return new Tally(rows, checksum);
  }

  private Tally copy(String sql, int units, boolean hasId) throws SQLException {
    var copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
    long cents = 0;
    out.clear();
    out.putBytes(SIGNATURE).putInt(0).putInt(0);
    for (int number = 0; number < units; number++) {
      putRow(number, hasId);
      cents += SampleOrders.cents(number);
      if (out.position() >= SEND_BYTES) {
        send(copy);
      }
    }
    out.putShort(-1);
    send(copy);
    long rows = copy.endCopy();
    connection.commit();
    return new Tally(rows, cents);
  }

  private void send(CopyIn copy) throws SQLException {
    copy.writeToCopy(out.array(), 0, out.position());
    out.clear();
  }

  private void putRow(int number, boolean hasId) {
    out.putShort(hasId ? 7 : 6);
    if (hasId) {
      out.putInt(Long.BYTES).putLong(number + 1L);
    }
    out.putInt(Integer.BYTES).putInt(0);
    putOrder(out, number);
    putText(out, SampleOrders.note(number));
  }

  /// Customer, time, status and total as length-prefixed binary values.
  static void putOrder(WriteBuffer out, int number) {
    out.putInt(Long.BYTES).putLong(SampleOrders.customerId(number));
    var time = SampleOrders.orderedAt(number);
    out.putInt(Long.BYTES).putLong((time.getEpochSecond() - EPOCH_SECOND) * 1_000_000);
    putText(out, SampleOrders.status(number).name());
    Numeric.putCents(out, SampleOrders.cents(number));
  }

  /// ASCII only, so that the length is known before the bytes.
  private static void putText(WriteBuffer out, String text) {
    out.putInt(text.length()).putUtf8(text);
  }
}
