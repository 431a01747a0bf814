package io.tiercel.lab.bench.workload;

/// What a contestant calls while it reads the one large result of [Task#READ_NUMBERS] or
/// [Task#JDBC_NUMBERS]; other tasks call nothing. Called by whichever thread reads.
public interface Milestones {
  /// Nobody listens.
  Milestones NONE =
      new Milestones() {
        @Override
        public void firstRow() {}

        @Override
        public void halfway() {}
      };

  /// The program has the values of the first row.
  void firstRow();

  /// Half of the rows are read, and what is kept of them is still in reach, so that the live heap
  /// can be looked at.
  void halfway();

  /// Calls what belongs to the `count`-th of `units` rows, counted from 1.
  default void read(long count, int units) {
    if (count == 1) {
      firstRow();
    }
    if (count == units / 2) {
      halfway();
    }
  }
}
