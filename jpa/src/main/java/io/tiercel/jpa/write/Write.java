package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;

/// One statement of a flush, for one or many rows of one table.
public sealed interface Write
    permits InsertWrite, UpdateWrite, DeleteWrite, RowDelete, VersionCheck, RowLocks {

  /// The table it changes.
  Table table();

  /// Adds its statement to the flight.
  void addTo(Flight flight, TableShape shape, Check check);

  /// Whether the outcome must be looked at before COMMIT may be sent, with every check there is: a
  /// row that another transaction changed first is not an error to the server.
  boolean needsAnswer(TableShape shape);

  /// After the flight: throws what the outcome calls for.
  void verify();
}
