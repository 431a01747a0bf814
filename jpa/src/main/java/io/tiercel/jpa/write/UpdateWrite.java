package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Changed rows of one table with the same changed columns: one prepared UPDATE, or one UPDATE
/// joined with arrays that tells which rows it wrote, so that those that lost the race are known by
/// name.
public final class UpdateWrite implements Write {
  private final UpdatePlan plan;
  private final List<KeyedRow> rows = new ArrayList<>();
  private final StaleRows stale = new StaleRows(rows);

  /// Writes as planned.
  public UpdateWrite(UpdatePlan plan) {
    this.plan = plan;
  }

  /// Adds a row; its values are read when the flight is sent.
  public void add(KeyedRow row) {
    rows.add(row);
  }

  /// Whether there are no rows.
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /// The ids of the rows so far.
  Stream<Object> keys() {
    return rows.stream().map(KeyedRow::id);
  }

  @Override
  public Table table() {
    return plan.table();
  }

  @Override
  public boolean needsAnswer(TableShape shape) {
    return shape.hasRules() || (rows.size() > 1 && plan.hasArrays(shape));
  }

  @Override
  public void verify() {
    stale.verify();
  }

  @Override
  public void addTo(Flight flight, TableShape shape, Check check) {
    KeyedRow.sort(rows);
    UpdatePlan.Texts texts = plan.texts(shape, rows);
    if (rows.size() == 1 || texts.hasArrays()) {
      for (int i = 0; i < rows.size(); i++) {
        addSingle(flight, texts, i, check);
      }
      return;
    }
    switch (check) {
      case BY_ANSWER -> flight.query(texts.many(), row -> stale.reached(row.getLong(0)), arrays());
      case BY_ERROR -> flight.guarded(texts.guardedMany(), stale::refused, arrays());
    }
  }

  private void addSingle(Flight flight, UpdatePlan.Texts texts, int index, Check check) {
    KeyedRow row = rows.get(index);
    int width = plan.width();
    @Nullable Object[] parameters = Arrays.copyOf(row.values(), plan.parameterCount());
    plan.id().put(row.id(), parameters, width);
    if (plan.isVersioned()) {
      parameters[parameters.length - 1] = row.version();
    }
    switch (check) {
      case BY_ANSWER ->
          flight.update(
              texts.single(),
              affected -> {
                if (affected > 0) {
                  stale.reached(index + 1);
                }
              },
              parameters);
      case BY_ERROR -> flight.guarded(texts.guardedSingle(), stale::refused, parameters);
    }
  }

  private @Nullable Object[] arrays() {
    int width = plan.width();
    @Nullable Object[] parameters = new Object[plan.parameterCount()];
    for (int i = 0; i < width; i++) {
      @Nullable Object[] column = new Object[rows.size()];
      for (int r = 0; r < column.length; r++) {
        column[r] = rows.get(r).values()[i];
      }
      parameters[i] = column;
    }
    List<Object[]> keys = plan.id().arrays(keys().toList());
    for (int i = 0; i < keys.size(); i++) {
      parameters[width + i] = keys.get(i);
    }
    if (plan.isVersioned()) {
      parameters[parameters.length - 1] = rows.stream().map(KeyedRow::version).toArray();
    }
    return parameters;
  }
}
