package io.tiercel.jpa.criteria.extension;

import jakarta.persistence.criteria.CriteriaSelect;
import java.util.function.Function;

/// A recursive query that has its first rows and needs to be told how others follow.
public interface RecursiveTable {

  /// The rows that follow from those found so far. Rows that are there already count again, so that
  /// a circle in the data does not end.
  ///
  /// @param next makes the query; what it is given are the rows found in the step before
  CommonTable unionAll(Function<CommonTable, ? extends CriteriaSelect<?>> next);

  /// As [#unionAll], but for rows that are there already.
  CommonTable union(Function<CommonTable, ? extends CriteriaSelect<?>> next);
}
