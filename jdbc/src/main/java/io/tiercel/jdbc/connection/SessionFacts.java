package io.tiercel.jdbc.connection;

import io.tiercel.jdbc.metadata.ConnectionFacts;
import io.tiercel.jdbc.result.RowBodies;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a session knows about itself.
///
/// @param url that it was opened with, without passwords
record SessionFacts(Session session, String url) implements ConnectionFacts {
  @Override
  public String userName() {
    return session.wire().config().user();
  }

  @Override
  public String driverVersion() {
    String version = SessionFacts.class.getPackage().getImplementationVersion();
    return version == null ? "0.1.0" : version;
  }

  @Override
  public String serverVersion() {
    String version = session.wire().parameter("server_version");
    return version == null ? "" : version;
  }

  @Override
  public boolean hidesUnprivileged() {
    return session.options().compatibility().hidesUnprivileged();
  }

  @Override
  public ResultSet rows(
      List<Field> columns, List<? extends List<? extends @Nullable String>> values)
      throws SQLException {
    session.checkOpen();
    return session
        .conversions()
        .resultSet(new RowDescription(columns), values.stream().map(SessionFacts::body).toList());
  }

  private static byte[] body(List<? extends @Nullable String> row) {
    var values = new ArrayList<byte @Nullable []>(row.size());
    for (String value : row) {
      values.add(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }
    return RowBodies.of(values);
  }
}
