package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The writes of one flush in the order in which they must happen, sent as one flight.
public final class WriteBatch {
  private final List<Write> writes = new ArrayList<>();

  /// Adds the next write.
  public void add(Write write) {
    writes.add(write);
  }

  /// Whether there is nothing to write.
  public boolean isEmpty() {
    return writes.isEmpty();
  }

  /// Sends everything in one exchange and checks the outcome; OptimisticLockException names the row
  /// that another transaction changed first.
  public void flush(Session session, TableCatalog catalog) {
    flush(session, shapes(session, catalog));
  }

  private void flush(Session session, Map<Table, TableShape> shapes) {
    session.run(flight(shapes, Check.BY_ANSWER));
    writes.forEach(Write::verify);
  }

  /// Sends everything and COMMIT, in one exchange unless an outcome must be looked at in between.
  /// Fails as [#flush] does.
  public void commit(Session session, TableCatalog catalog) {
    Map<Table, TableShape> shapes = shapes(session, catalog);
    if (writes.stream().anyMatch(write -> write.needsAnswer(shape(shapes, write)))) {
      flush(session, shapes);
      session.commit();
    } else {
      session.commit(flight(shapes, Check.BY_ERROR));
    }
  }

  private Map<Table, TableShape> shapes(Session session, TableCatalog catalog) {
    Set<Table> tables = new HashSet<>();
    writes.forEach(write -> tables.add(write.table()));
    return catalog.shapes(tables, session);
  }

  private static TableShape shape(Map<Table, TableShape> shapes, Write write) {
    return Objects.requireNonNull(shapes.get(write.table()));
  }

  private Flight flight(Map<Table, TableShape> shapes, Check check) {
    Flight flight = new Flight();
    for (Write write : writes) {
      write.addTo(flight, shape(shapes, write), check);
    }
    return flight;
  }
}
