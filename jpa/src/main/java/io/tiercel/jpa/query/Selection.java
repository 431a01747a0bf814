package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Conversion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One item of a select clause and where its columns stand in a result row (from 0).
public sealed interface Selection permits EntitySelection, Selection.Scalar, Selection.Constructed {

  /// The result variable, the name of the item in a Tuple; null without one.
  @Nullable String alias();

  /// A value in one column.
  ///
  /// @param columnType the class to decode the column as
  /// @param conversion to the attribute's type, null when none
  record Scalar(
      int column, Class<?> columnType, @Nullable Conversion conversion, @Nullable String alias)
      implements Selection {}

  /// `new com.example.View(a, b)`.
  record Constructed(Class<?> type, List<Selection> arguments, @Nullable String alias)
      implements Selection {
    public Constructed {
      arguments = List.copyOf(arguments);
    }
  }
}
