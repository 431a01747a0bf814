package io.tiercel.jdbc.session;

import io.tiercel.jdbc.sql.InsertShape;
import io.tiercel.jdbc.sql.SqlCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/// How the inserts that ran last as batches are written for arrays. To write one anew takes as much
/// memory as all the rest of a small batch. Within an exchange only.
public final class BatchTexts {
  private static final int CAPACITY = 64;

  private record Written(InsertShape shape, String text) {}

  private final Map<String, Written> entries =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Written> eldest) {
          return size() > CAPACITY;
        }
      };

  /// The text for arrays, which `writing` gives where it is not known.
  // A text that is read again, with backslashes meaning something else, has a new shape.
  @SuppressWarnings("ReferenceEquality")
  public String get(
      SqlCommand command, InsertShape shape, BiFunction<SqlCommand, InsertShape, String> writing) {
    Written known = entries.get(command.text());
    if (known == null || known.shape != shape) {
      known = new Written(shape, writing.apply(command, shape));
      entries.put(command.text(), known);
    }
    return known.text;
  }
}
