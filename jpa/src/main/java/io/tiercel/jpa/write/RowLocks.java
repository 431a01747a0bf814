package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;
import java.util.ArrayList;
import java.util.List;

/// Writes nothing: locks rows that several statements are going to change, in the order of their
/// keys. `ORDER BY` with a locking clause is the one order of locks that PostgreSQL keeps: rows are
/// locked as they leave the sort.
public final class RowLocks implements Write {
  private final Table table;
  private final TableKey id;
  private final List<Object> keys = new ArrayList<>();

  /// Rows of that table, by its key.
  public RowLocks(Table table, TableKey id) {
    this.table = table;
    this.id = id;
  }

  /// Adds a row.
  public void add(Object key) {
    keys.add(key);
  }

  /// Adds all rows of a statement.
  public void addAll(UpdateWrite update) {
    update.keys().forEach(keys::add);
  }

  @Override
  public Table table() {
    return table;
  }

  @Override
  public void addTo(Flight flight, TableShape shape, Check check) {
    boolean single = id.width() == 1;
    String rows =
        single
            ? "where %s = any($1)".formatted(id.list("t"))
            : "join %s as u(%s) on %s"
                .formatted(Unnest.of(id.columns(), shape), id.names(), id.matches("t", "u"));
    flight.query(
        "select count(*) from (select from %s as t %s order by %s for no key update of t) as locked"
            .formatted(table.sql(), rows, id.list("t")),
        row -> {},
        id.arrays(keys).toArray());
  }

  @Override
  public boolean needsAnswer(TableShape shape) {
    return false;
  }

  @Override
  public void verify() {
    // What is not there any more is seen by the statements that follow.
  }
}
