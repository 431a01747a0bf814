package io.tiercel.jpa.request;

import io.tiercel.jpa.lock.ResultLock;
import io.tiercel.jpa.query.Selection;
import io.tiercel.jpa.querycache.RowElements;
import io.tiercel.jpa.result.ResultReader;
import io.tiercel.jpa.result.RootPlan;
import io.tiercel.jpa.sql.ResultColumns;
import io.tiercel.jpa.sql.ResultSetMapping;
import io.tiercel.jpa.sql.ResultSetMapping.EntityItem;
import io.tiercel.jpa.statement.ResultForm;
import io.tiercel.jpa.statement.ResultShape;
import io.tiercel.jpa.unit.ManagerState;
import io.tiercel.wire.row.DataRow;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Makes the elements of one result list from its rows. Confined to one thread.
abstract sealed class ResultRows implements RowElements {

  /// Which of the rows that the last [#complete] completed are to be left out, counted from 0:
  /// others hold locks on their entities. Valid until the next one.
  BitSet leftOut() {
    return new BitSet(0);
  }

  /// Takes them out of the elements of all rows that were completed together.
  final void leaveOut(Collection<?> elements) {
    BitSet rows = leftOut();
    if (!rows.isEmpty()) {
      int[] row = {0};
      elements.removeIf(element -> rows.get(row[0]++));
    }
  }

  /// For a result of that form that takes no lock, as its mapping has it.
  static ResultRows of(ManagerState state, ResultForm form, Class<?> resultClass, RootPlan graph) {
    return of(state, form, resultClass, LockModeType.NONE, false, graph);
  }

  /// For a result of that form.
  ///
  /// @param lock taken on the entities of a query
  /// @param extended whether it also takes rows of join tables
  /// @param graph what is to be read with them
  static ResultRows of(
      ManagerState state,
      ResultForm form,
      Class<?> resultClass,
      LockModeType lock,
      boolean extended,
      RootPlan graph) {
    return switch (form) {
      case ResultForm.Selected selected ->
          new Selected(
              state
                  .context()
                  .reader(
                      selected.selections(),
                      new ResultLock(lock, extended, selected.locksWhole()),
                      graph),
              selected,
              resultClass);
      case ResultForm.Mapped(var mapping) -> new Mapped(state, mapping, resultClass, graph);
      case ResultForm.SelfDescribed() -> new SelfDescribed(resultClass);
    };
  }

  /// For a stored result of that form.
  static RowElements ofMemory(
      ManagerState state, ResultForm form, Class<?> resultClass, RootPlan graph) {
    if (!(form instanceof ResultForm.Selected selected)) {
      throw new IllegalStateException("only the result of a plan is kept, not " + form);
    }
    return new Selected(
        state.context().readerOfMemory(selected.selections(), graph), selected, resultClass);
  }

  private static final class Selected extends ResultRows {
    private final ResultReader reader;
    private final Function<DataRow, @Nullable Object> shape;
    private BitSet leftOut = new BitSet(0);

    Selected(ResultReader reader, ResultForm.Selected form, Class<?> resultClass) {
      this.reader = reader;
      this.shape = ResultShape.of(reader, form.selections(), resultClass, form.elements());
    }

    @Override
    public @Nullable Object read(DataRow row) {
      return shape.apply(row);
    }

    @Override
    public void complete() {
      leftOut = reader.complete();
    }

    @Override
    BitSet leftOut() {
      return leftOut;
    }
  }

  /// The columns are known with the first row.
  private static final class Mapped extends ResultRows {
    private final ManagerState state;
    private final ResultSetMapping mapping;
    private final RootPlan graph;
    private final Class<?> resultClass;
    private final LockModeType[] lockModes;
    private final List<@Nullable Object> toLock = new ArrayList<>();
    private @Nullable Selected selected;

    Mapped(ManagerState state, ResultSetMapping mapping, Class<?> resultClass, RootPlan graph) {
      this.state = state;
      this.graph = graph;
      this.mapping = mapping;
      this.resultClass = resultClass;
      this.lockModes =
          mapping.entities().stream().map(EntityItem::lockMode).toArray(LockModeType[]::new);
    }

    @Override
    public @Nullable Object read(DataRow row) {
      Selected reader = selected;
      if (reader == null) {
        List<Selection> selections =
            ResultColumns.selections(state.unit().mapping(), mapping, row.description());
        var form = new ResultForm.Selected(selections, List.of(), true);
        reader =
            new Selected(
                state.context().reader(selections, ResultLock.NONE, graph), form, resultClass);
        selected = reader;
      }
      Object element = reader.read(row);
      if (locks()) {
        toLock.add(element);
      }
      return element;
    }

    private static @Nullable Object[] items(@Nullable Object element) {
      return switch (element) {
        case Object[] array -> array;
        case Tuple tuple -> tuple.toArray();
        case null, default -> new @Nullable Object[] {element};
      };
    }

    private boolean locks() {
      return Arrays.stream(lockModes).anyMatch(mode -> mode != LockModeType.NONE);
    }

    @Override
    public void complete() {
      if (selected != null) {
        selected.complete();
      }
      for (Object element : toLock) {
        @Nullable Object[] items = items(element);
        for (int i = 0; i < lockModes.length; i++) {
          state.noteLocks(Arrays.asList(items[i]), lockModes[i]);
        }
      }
      toLock.clear();
    }
  }

  private static final class SelfDescribed extends ResultRows {
    private final Class<?> resultClass;

    SelfDescribed(Class<?> resultClass) {
      this.resultClass = resultClass;
    }

    @Override
    public @Nullable Object read(DataRow row) {
      return ResultShape.selfDescribed(row, resultClass);
    }

    @Override
    public void complete() {}
  }
}
