package io.tiercel.jpa.session;

import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.cache.guard.SearchPath;
import io.tiercel.wire.Connection;
import io.tiercel.wire.row.DataRow;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The first statement of a flight whose rows may be stored: it asks where they come from. Left out
/// where that is known. Serves one flight. Confined to one thread.
final class ReaderCheck {
  private static final String ASK_PATH =
      "select %s, %s".formatted(SearchPath.SCHEMAS, SearchPath.HIDES_TABLES);

  private static final String ASK_ALL =
      "select %s, %s, %s from %s"
          .formatted(
              DatabaseIdentity.COLUMNS,
              SearchPath.SCHEMAS,
              SearchPath.HIDES_TABLES,
              DatabaseIdentity.TABLES);

  private static final int COLUMNS_OF_IDENTITY = 5;

  private final Connection connection;
  private final ConnectionNotes notes;
  private final List<String> tables;
  private final Consumer<ReaderState> told;

  /// As the server has just said, or as it is known.
  private @Nullable ReaderState state;

  /// @param tables that a temporary table must not hide
  /// @param told what is known, before the flight's rows come
  ReaderCheck(Connection connection, List<String> tables, Consumer<ReaderState> told) {
    this.connection = connection;
    this.notes = ConnectionNotes.of(connection);
    this.tables = tables;
    this.told = told;
  }

  /// The flight, with the question before it if there is one.
  Flight before(Flight flight) {
    ReaderState known = notes.reader;
    if (known != null && known.holdsFor(connection)) {
      state = known;
      told.accept(known);
      return flight;
    }
    Object names = tables.toArray(new String[0]);
    Flight checked = new Flight();
    if (known != null && known.isOfServer(connection)) {
      checked.query(ASK_PATH, row -> hear(known.identity(), row, 0), names);
    } else {
      checked.query(
          ASK_ALL, row -> hear(DatabaseIdentity.of(row), row, COLUMNS_OF_IDENTITY), names);
    }
    checked.steps.addAll(flight.steps);
    checked.checks = 1 + flight.checks;
    return checked;
  }

  private void hear(DatabaseIdentity identity, DataRow row, int at) {
    String schemas = row.getString(at);
    ReaderState said =
        new ReaderState(
            identity,
            new SearchPath(schemas == null ? "" : schemas, row.getBoolean(at + 1)),
            ReaderState.settings(connection),
            ReaderState.hotStandby(connection),
            0);
    state = said;
    told.accept(said);
  }

  /// The flight has returned.
  ///
  /// @param onlyReads whether it cannot have changed what was said
  void landed(boolean onlyReads) {
    ReaderState said = state;
    if (said != null) {
      // Where the path may have changed, the server is known still.
      notes.reader = onlyReads ? said.heldBy(connection) : said;
    }
  }
}
