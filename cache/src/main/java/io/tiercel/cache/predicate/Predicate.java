package io.tiercel.cache.predicate;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A condition on the rows of one table. Immutable.
///
/// Of a row that is known in part, or where the condition was not understood, more than one truth
/// value may be possible.
public sealed interface Predicate {
  /// The truth values that are possible, as bits of [Truths].
  int truths(RowImage row);

  /// Adds the columns that it looks at.
  void addColumns(Set<Column> to);

  /// Whether the row may satisfy the condition.
  default boolean mayHold(RowImage row) {
    return (truths(row) & Truths.TRUE) != 0;
  }

  /// Whether the row satisfies the condition for sure.
  default boolean surelyHolds(RowImage row) {
    return truths(row) == Truths.TRUE;
  }

  /// This and that.
  default Predicate and(Predicate that) {
    return this == Constant.TRUE
        ? that
        : that == Constant.TRUE ? this : new And(List.of(this, that));
  }

  /// This or that.
  default Predicate or(Predicate that) {
    return new Or(List.of(this, that));
  }

  /// The opposite.
  default Predicate not() {
    return new Not(this);
  }

  /// The same for all rows.
  enum Constant implements Predicate {
    TRUE(Truths.TRUE),

    /// As what is compared with NULL: holds for none.
    NULL(Truths.NULL),

    /// Cannot be told of any row.
    UNKNOWN(Truths.ANY);

    private final int truths;

    Constant(int truths) {
      this.truths = truths;
    }

    int truths() {
      return truths;
    }

    @Override
    public int truths(RowImage row) {
      return truths;
    }

    @Override
    public void addColumns(Set<Column> to) {}
  }

  /// A condition on one column.
  sealed interface OfColumn extends Predicate {
    Column column();

    /// The truth values that are possible for a value of the column that is known, [Special#NULL]
    /// included.
    int truthsOf(Object value);

    /// Of a value that is not known.
    default int truthsOfUnknown() {
      return Truths.ANY;
    }

    @Override
    default void addColumns(Set<Column> to) {
      to.add(column());
    }

    @Override
    default int truths(RowImage row) {
      Object value = row.value(column());
      return value == Special.UNKNOWN ? truthsOfUnknown() : truthsOf(value);
    }
  }

  /// The column has one of these values, which are canonical.
  ///
  /// @param hasNull whether NULL is in the list: what is not found in it then is not known
  record In(Column column, Set<Object> values, boolean hasNull) implements OfColumn {
    public In {
      values = Set.copyOf(values);
    }

    @Override
    public int truthsOf(Object value) {
      int absent = hasNull ? Truths.NULL : Truths.FALSE;
      if (value == Special.NULL) {
        return values.isEmpty() && !hasNull ? Truths.FALSE : Truths.NULL;
      }
      if (!values.contains(value)) {
        return absent;
      }
      return column.domain().isExact() ? Truths.TRUE : Truths.TRUE | absent;
    }
  }

  /// The column is NULL.
  record IsNull(Column column) implements OfColumn {
    @Override
    public int truthsOfUnknown() {
      return Truths.TRUE | Truths.FALSE;
    }

    @Override
    public int truthsOf(Object value) {
      return value == Special.NULL ? Truths.TRUE : Truths.FALSE;
    }
  }

  /// The column lies between two canonical values of an ordered domain.
  ///
  /// @param low null for none
  /// @param high null for none
  record Range(
      Column column,
      @Nullable Object low,
      boolean includesLow,
      @Nullable Object high,
      boolean includesHigh)
      implements OfColumn {

    @Override
    public int truthsOf(Object value) {
      if (value == Special.NULL) {
        return Truths.NULL;
      }
      return isAboveLow(value) && isBelowHigh(value) ? Truths.TRUE : Truths.FALSE;
    }

    private boolean isAboveLow(Object value) {
      if (low == null) {
        return true;
      }
      int order = column.domain().compare(value, low);
      return order > 0 || (order == 0 && includesLow);
    }

    private boolean isBelowHigh(Object value) {
      if (high == null) {
        return true;
      }
      int order = column.domain().compare(value, high);
      return order < 0 || (order == 0 && includesHigh);
    }
  }

  /// A condition made of others.
  sealed interface Combined extends Predicate {
    List<Predicate> parts();

    /// Of none of them.
    int neutral();

    /// What decides it whatever the other parts are.
    int decisive();

    int combined(int one, int other);

    @Override
    default void addColumns(Set<Column> to) {
      parts().forEach(each -> each.addColumns(to));
    }

    @Override
    default int truths(RowImage row) {
      int truths = neutral();
      for (Predicate each : parts()) {
        truths = combined(truths, each.truths(row));
        if (truths == decisive()) {
          return truths;
        }
      }
      return truths;
    }
  }

  /// All of them hold.
  record And(List<Predicate> parts) implements Combined {
    public And {
      parts = List.copyOf(parts);
    }

    @Override
    public int neutral() {
      return Truths.TRUE;
    }

    @Override
    public int decisive() {
      return Truths.FALSE;
    }

    @Override
    public int combined(int one, int other) {
      return Truths.and(one, other);
    }
  }

  /// One of them holds.
  record Or(List<Predicate> parts) implements Combined {
    public Or {
      parts = List.copyOf(parts);
    }

    @Override
    public int neutral() {
      return Truths.FALSE;
    }

    @Override
    public int decisive() {
      return Truths.TRUE;
    }

    @Override
    public int combined(int one, int other) {
      return Truths.or(one, other);
    }
  }

  /// It does not hold.
  record Not(Predicate of) implements Predicate {
    @Override
    public void addColumns(Set<Column> to) {
      of.addColumns(to);
    }

    @Override
    public int truths(RowImage row) {
      return Truths.not(of.truths(row));
    }
  }
}
