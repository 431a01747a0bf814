package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One item of a select clause and where its columns stand in a result row (from 0).
public sealed interface Selection
    permits EntitySelection,
        Selection.Scattered,
        Selection.Scalar,
        Selection.Embedded,
        Selection.Constructed {

  /// The result variable, the name of the item in a Tuple; null without one.
  @Nullable String alias();

  /// A value in one column.
  ///
  /// @param columnType the class to decode the column as
  /// @param conversion to the attribute's type, null when none
  record Scalar(
      int column, Class<?> columnType, @Nullable Conversion conversion, @Nullable String alias)
      implements Selection {}

  /// An embeddable, whose columns stand side by side; null when all of them are.
  ///
  /// @param columns its columns in the order of the result, from `firstColumn` on; their slots are
  ///     those of its owner's row
  /// @param owner the entity that has it, where the columns do not tell all of its associations;
  ///     else null
  record Embedded(
      EmbeddedAttribute attribute,
      List<Column> columns,
      int firstColumn,
      @Nullable EntitySelection owner,
      @Nullable String alias)
      implements Selection {
    public Embedded {
      columns = List.copyOf(columns);
    }
  }

  /// An entity in the result of a statement of the application's own, whose columns stand anywhere.
  ///
  /// @param places where the columns of the mapping's layout stand in the row, in its order
  record Scattered(EntityMapping mapping, List<Integer> places) implements Selection {
    public Scattered {
      places = List.copyOf(places);
    }

    @Override
    public @Nullable String alias() {
      return null;
    }
  }

  /// `new com.example.View(a, b)`.
  record Constructed(Class<?> type, List<Selection> arguments, @Nullable String alias)
      implements Selection {
    public Constructed {
      arguments = List.copyOf(arguments);
    }
  }
}
