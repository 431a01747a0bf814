package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.convert.ConversionContext;
import io.tiercel.jdbc.convert.Parameter;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.codec.ServerText;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values that one placeholder has in all entries of a batch.
///
/// @param elementOid their declared type, 0 if they are literals without one
/// @param isSpelled whether they are in the server's spelling
record UnnestColumn(int index, int elementOid, boolean isSpelled) {

  /// Null if they are not all of one kind.
  static @Nullable UnnestColumn of(int index, List<BoundCommand> entries) {
    int oid = Oids.UNSPECIFIED;
    Boolean isSpelled = null;
    for (BoundCommand entry : entries) {
      Parameter parameter = entry.parameters().get(index);
      if (parameter.value() == null) {
        continue;
      }
      boolean spelled = parameter.value() instanceof ServerText;
      if (isSpelled == null) {
        isSpelled = spelled;
        oid = parameter.declaredOid();
      } else if (isSpelled != spelled || oid != parameter.declaredOid()) {
        return null;
      }
    }
    // Nothing but NULLs says nothing about the type.
    return isSpelled == null ? null : new UnnestColumn(index, oid, isSpelled);
  }

  /// The type of the array; 0 if there is none, or if the values are arrays themselves, which
  /// `unnest` would take apart.
  int arrayOid(int describedOid, ConversionContext context) throws SQLException {
    int element = elementOid == Oids.UNSPECIFIED ? describedOid : elementOid;
    if (element == Oids.UNSPECIFIED || context.types().elementOid(element) != 0) {
      return 0;
    }
    return context.types().arrayOid(element);
  }

  /// The values of some entries as one parameter.
  Object array(List<BoundCommand> entries) {
    if (isSpelled) {
      return new ServerText(literal(entries));
    }
    @Nullable Object[] values = new @Nullable Object[entries.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = entries.get(i).parameters().get(index).value();
    }
    return values;
  }

  private String literal(List<BoundCommand> entries) {
    var literal = new StringBuilder("{");
    for (BoundCommand entry : entries) {
      if (literal.length() > 1) {
        literal.append(',');
      }
      if (entry.parameters().get(index).value() instanceof ServerText spelled) {
        append(spelled.text(), literal);
      } else {
        literal.append("NULL");
      }
    }
    return literal.append('}').toString();
  }

  private static void append(String text, StringBuilder to) {
    to.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        to.append('\\');
      }
      to.append(c);
    }
    to.append('"');
  }
}
