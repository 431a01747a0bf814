package io.tiercel.jpa.session;

import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.cache.guard.SearchPath;
import io.tiercel.wire.Connection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Where a connection leads to, and what names of tables mean there. Immutable.
///
/// The server of a connection stays the same, but a standby may become a primary: it reports that
/// by `in_hot_standby`. The search path is believed while nothing but plain reads was asked of the
/// connection, for anything else may have changed it or created a temporary table.
///
/// @param settings of the session, as the server reports them, that say how values are computed and
///     written
/// @param hotStandby what the server reported of `in_hot_standby` when it was asked
/// @param bytesWritten to the connection when the path was last known to hold
public record ReaderState(
    DatabaseIdentity identity,
    SearchPath path,
    String settings,
    @Nullable String hotStandby,
    long bytesWritten) {
  private static final List<String> SETTINGS = List.of("TimeZone", "DateStyle", "IntervalStyle");

  /// What the server has reported of these settings so far.
  public static String settings(Connection connection) {
    StringBuilder all = new StringBuilder();
    for (String name : SETTINGS) {
      all.append(name).append('=').append(connection.parameter(name)).append(' ');
    }
    return all.toString();
  }

  static @Nullable String hotStandby(Connection connection) {
    return connection.parameter("in_hot_standby");
  }

  /// Whether the identity is that of the connection's server as it is now.
  boolean isOfServer(Connection connection) {
    return Objects.equals(hotStandby, hotStandby(connection));
  }

  boolean holdsFor(Connection connection) {
    return bytesWritten == connection.bytesWritten() && isOfServer(connection);
  }

  ReaderState heldBy(Connection connection) {
    return new ReaderState(identity, path, settings, hotStandby, connection.bytesWritten());
  }

  /// Where a connection leads to. Blocks when that is not known yet.
  public static DatabaseIdentity identity(Connection connection) {
    ConnectionNotes notes = ConnectionNotes.of(connection);
    ReaderState known = notes.reader;
    if (known != null && known.isOfServer(connection)) {
      return known.identity();
    }
    DatabaseIdentity asked = DatabaseIdentity.of(connection);
    notes.reader = new ReaderState(asked, new SearchPath("", true), "", hotStandby(connection), 0);
    return asked;
  }
}
