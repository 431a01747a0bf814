package io.tiercel.jdbc.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.contract.DriverUnderTest;
import io.tiercel.jdbc.contract.EveryDriver;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Timeout;

/// The most that the protocol and the server take, and one more. The values are as large as
/// `-Dtiercel.test.largeBytes` says; the server's limit is a little under 1073741824, which takes a
/// heap of 9 GB here.
class LimitsTest {
  private static final int MAX_PARAMETERS = 65_535;
  private static final int LARGE_BYTES = Integer.getInteger("tiercel.test.largeBytes", 40_000_000);

  /// The server's MaxAllocSize: no text that it makes of a value is larger.
  private static final long MAX_TEXT_BYTES = 0x3fffffff;

  /// A bytea as text is `\x`, two digits a byte, and a final zero.
  private static final boolean FITS_AS_HEX = 2L * LARGE_BYTES + 3 <= MAX_TEXT_BYTES;

  private static String placeholders(int count) {
    return "select count(*) from generate_series(1, 70000) g where g in (?"
        + ", ?".repeat(count - 1)
        + ")";
  }

  private static void setAll(PreparedStatement statement, int count) throws SQLException {
    for (int i = 1; i <= count; i++) {
      statement.setInt(i, i);
    }
  }

  private static long number(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      assertTrue(rows.next());
      return rows.getLong(1);
    }
  }

  private static void assertUsable(Connection connection) throws SQLException {
    assertFalse(connection.isClosed());
    try (var statement = connection.prepareStatement("select 1")) {
      assertEquals(1, number(statement));
    }
  }

  @EveryDriver
  void as_many_parameters_as_the_protocol_can_count(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.prepareStatement(placeholders(MAX_PARAMETERS))) {
      setAll(statement, MAX_PARAMETERS);
      assertEquals(MAX_PARAMETERS, number(statement));
      assertEquals(MAX_PARAMETERS, number(statement), "known to the server by now");
    }
  }

  @EveryDriver
  void one_parameter_more_is_refused_before_anything_is_sent(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connect()) {
      connection.setAutoCommit(false);
      var failure =
          assertThrows(
              SQLException.class,
              () -> {
                try (var statement =
                    connection.prepareStatement(placeholders(MAX_PARAMETERS + 1))) {
                  setAll(statement, MAX_PARAMETERS + 1);
                  number(statement);
                }
              });
      assertEquals("22023", failure.getSQLState());
      String message = String.valueOf(failure.getMessage());
      assertTrue(message.contains("65,536") || message.contains("65536"), message);
      // Had anything been sent, the transaction would have failed.
      assertUsable(connection);
      connection.commit();
    }
  }

  @EveryDriver
  void a_text_with_a_nul_is_refused_and_harms_nothing(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThrows(SQLException.class, () -> statement.execute("select 'a\0b'"));
      connection.rollback();
      assertUsable(connection);
      assertThrows(
          SQLException.class, () -> connection.prepareStatement("select 'a\0b'").execute());
      connection.rollback();
      assertUsable(connection);
      try (var parameter = connection.prepareStatement("select ?::text")) {
        parameter.setString(1, "a\0b");
        assertThrows(SQLException.class, parameter::execute);
      }
      connection.rollback();
      assertUsable(connection);
    }
  }

  /// Bytes that depend on where they are, as many as asked for.
  private static final class Pattern extends InputStream {
    private final long length;
    private long at;

    Pattern(long length) {
      this.length = length;
    }

    static int at(long position) {
      return 'a' + (int) (position % 23 + position / 65_521 % 3);
    }

    @Override
    public int read() {
      return at < length ? at(at++) : -1;
    }

    @Override
    public int read(byte[] to, int offset, int count) {
      if (at == length && count > 0) {
        return -1;
      }
      int given = (int) Math.min(count, length - at);
      for (int i = 0; i < given; i++) {
        to[offset + i] = (byte) at(at++);
      }
      return given;
    }
  }

  private static long checksum(InputStream bytes) throws IOException {
    var sum = new CRC32();
    byte[] chunk = new byte[64 * 1024];
    try (bytes) {
      for (int count = bytes.read(chunk); count >= 0; count = bytes.read(chunk)) {
        sum.update(chunk, 0, count);
      }
    }
    return sum.getValue();
  }

  private static final class PatternReader extends Reader {
    private final Pattern bytes = new Pattern(LARGE_BYTES);

    @Override
    public int read(char[] to, int offset, int count) {
      byte[] chunk = new byte[Math.min(count, 8192)];
      int given = bytes.read(chunk, 0, chunk.length);
      for (int i = 0; i < given; i++) {
        to[offset + i] = (char) chunk[i];
      }
      return given;
    }

    @Override
    public void close() {}
  }

  @EveryDriver
  @Timeout(600)
  void a_large_bytea_goes_in_and_comes_out_by_streams(DriverUnderTest driver)
      throws SQLException, IOException {
    try (var connection = driver.connectAfter("create temp table large (data bytea)");
        var insert = connection.prepareStatement("insert into large values (?)")) {
      connection.createStatement().execute("alter table large alter data set storage external");
      insert.setBinaryStream(1, new Pattern(LARGE_BYTES), LARGE_BYTES);
      assertEquals(1, insert.executeUpdate());
      try (var select = connection.prepareStatement("select data from large")) {
        // pgjdbc asks for text until a statement was run a few times.
        if (driver.isTiercel() || FITS_AS_HEX) {
          assertLargeBytes(select);
        } else {
          var failure = assertThrows(SQLException.class, select::executeQuery);
          String message = String.valueOf(failure.getMessage());
          assertTrue(message.contains("invalid memory alloc request size"), message);
        }
      }
      assertUsable(connection);
    }
  }

  private static void assertLargeBytes(PreparedStatement select) throws SQLException, IOException {
    try (ResultSet rows = select.executeQuery()) {
      assertTrue(rows.next());
      InputStream back = rows.getBinaryStream(1);
      assertEquals(checksum(new Pattern(LARGE_BYTES)), checksum(back));
      assertFalse(rows.next());
    }
  }

  @EveryDriver
  @Timeout(600)
  void a_large_text_goes_in_and_comes_out_by_streams(DriverUnderTest driver)
      throws SQLException, IOException {
    try (var connection = driver.connectAfter("create temp table large (data text)");
        var insert = connection.prepareStatement("insert into large values (?)")) {
      connection.createStatement().execute("alter table large alter data set storage external");
      insert.setCharacterStream(1, new PatternReader(), LARGE_BYTES);
      assertEquals(1, insert.executeUpdate());
      try (var select = connection.prepareStatement("select data from large");
          ResultSet rows = select.executeQuery()) {
        assertTrue(rows.next());
        try (Reader back = rows.getCharacterStream(1)) {
          long at = 0;
          for (int c = back.read(); c >= 0; c = back.read()) {
            if (c != Pattern.at(at++)) {
              throw new AssertionError("character %d is wrong".formatted(at));
            }
          }
          assertEquals(LARGE_BYTES, at);
        }
      }
      assertUsable(connection);
    }
  }
}
