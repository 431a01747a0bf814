package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.convert.ConversionContext;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.codec.ServerText;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The values that one placeholder has in all entries of a batch.
///
/// @param elementOid their declared type, 0 if they are literals without one
/// @param isSpelled whether they are in the server's spelling
/// @param isLasting whether nobody can change them: the application keeps its arrays and streams
record UnnestColumn(int index, int elementOid, boolean isSpelled, boolean isLasting) {
  private static final Set<Class<?>> LASTING =
      Set.of(
          ServerText.class,
          String.class,
          Boolean.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          UUID.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          Instant.class);

  /// Null if they are not all of one kind.
  static @Nullable UnnestColumn of(int index, List<BoundCommand> entries) {
    int oid = Oids.UNSPECIFIED;
    Boolean isSpelled = null;
    boolean isLasting = true;
    Class<?> lasting = ServerText.class;
    for (BoundCommand entry : entries) {
      Object value = entry.values()[index];
      if (value == null) {
        continue;
      }
      Class<?> kind = value.getClass();
      if (kind != lasting) {
        isLasting &= isLasting(kind);
        lasting = kind;
      }
      boolean spelled = kind == ServerText.class;
      if (isSpelled == null) {
        isSpelled = spelled;
        oid = entry.oids()[index];
      } else if (isSpelled != spelled || oid != entry.oids()[index]) {
        return null;
      }
    }
    // Nothing but NULLs says nothing about the type.
    return isSpelled == null ? null : new UnnestColumn(index, oid, isSpelled, isLasting);
  }

  /// Whether nobody can change an instance.
  static boolean isLasting(Class<?> kind) {
    return LASTING.contains(kind);
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
      values[i] = entries.get(i).values()[index];
    }
    return values;
  }

  private String literal(List<BoundCommand> entries) {
    var literal = new StringBuilder("{");
    for (BoundCommand entry : entries) {
      if (literal.length() > 1) {
        literal.append(',');
      }
      if (entry.values()[index] instanceof ServerText spelled) {
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
