package io.tiercel.wire.codec;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.wire.buffer.WriteBuffer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/// PostgreSQL as the judge of encodings, reached through pgjdbc, which shares no code with ours.
/// Binary COPY runs the types' `recv` and `send` functions, text their input and output functions.
final class OracleServer implements AutoCloseable {
  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0
  };
  private static final int HEADER = SIGNATURE.length + 2 * Integer.BYTES;

  private final Connection connection;

  /// One value as the server holds it.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Held(byte[] binary, byte[] text) {}

  OracleServer(TestDatabase database) throws SQLException {
    connection = database.connect();
  }

  void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /// Stores values given as their `recv` function takes them, and returns what is then held.
  List<Held> receive(String type, List<byte[]> values) throws SQLException, IOException {
    execute(
        "drop table if exists held; create temporary table held (id int, v %s)".formatted(type));
    var copy = new WriteBuffer();
    copy.putBytes(SIGNATURE, 0, SIGNATURE.length).putInt(0).putInt(0);
    int id = 0;
    for (byte[] value : values) {
      copy.putShort(2).putInt(Integer.BYTES).putInt(id++);
      copy.putInt(value.length).putBytes(value, 0, value.length);
    }
    copy.putShort(-1);
    connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyIn(
            "copy held from stdin (format binary)",
            new ByteArrayInputStream(copy.array(), 0, copy.position()));
    return held();
  }

  /// Stores values given in text, and returns what is then held.
  List<Held> read(String type, List<String> values) throws SQLException, IOException {
    execute(
        "drop table if exists held; create temporary table held (id int, v %s)".formatted(type));
    try (var insert =
        connection.prepareStatement("insert into held values (?, ?::text::%s)".formatted(type))) {
      int id = 0;
      for (String value : values) {
        insert.setInt(1, id++);
        insert.setString(2, value);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    return held();
  }

  private List<Held> held() throws SQLException, IOException {
    List<byte[]> binary = copied("v");
    List<byte[]> text = copied("format('%s', v)");
    execute("drop table held");
    var held = new ArrayList<Held>();
    for (int i = 0; i < binary.size(); i++) {
      held.add(new Held(binary.get(i), text.get(i)));
    }
    return held;
  }

  /// What the server's `send` makes of one expression.
  byte[] send(String expression) throws SQLException, IOException {
    return copied("(select %s as v)".formatted(expression), "v").getFirst();
  }

  private List<byte[]> copied(String column) throws SQLException, IOException {
    return copied("(select * from held order by id)", column);
  }

  private List<byte[]> copied(String from, String column) throws SQLException, IOException {
    var out = new ByteArrayOutputStream();
    connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyOut(
            "copy (select %s from %s x) to stdout (format binary)".formatted(column, from), out);
    ByteBuffer rows = ByteBuffer.wrap(out.toByteArray()).position(HEADER);
    var values = new ArrayList<byte[]>();
    while (rows.getShort() == 1) {
      byte[] value = new byte[rows.getInt()];
      rows.get(value);
      values.add(value);
    }
    return values;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
