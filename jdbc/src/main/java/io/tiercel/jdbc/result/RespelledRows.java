package io.tiercel.jdbc.result;

import io.tiercel.jdbc.convert.ConversionContext;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowDescription;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows that came in binary although some of their types have no binary codec: the server spells
/// those values, one round trip each, so that the rows are what would have come if they had been
/// asked for as text. That happens to a statement whose tables were changed since another
/// connection has run it, the first time that this one runs it.
public final class RespelledRows {
  private RespelledRows() {}

  /// The result with the columns as wanted. Blocks.
  ///
  /// @param came the columns as they came
  /// @param wanted the same columns with the formats that their types ask for
  /// @param feed with all the rows
  public static JdbcResultSet result(
      ResultOwner owner,
      ConversionContext context,
      ResultShape shape,
      RowDescription came,
      RowDescription wanted,
      RowFeed feed)
      throws SQLException {
    var bodies = new ArrayList<byte[]>();
    var row = new DataRow(came, context.codecs());
    for (byte[] body : new RowWindow(feed, true).copies(row)) {
      row.moveTo(body, 0, body.length);
      bodies.add(RowBodies.of(respelled(row, wanted, context)));
    }
    return JdbcResultSet.of(owner, context, shape, wanted, bodies);
  }

  private static List<byte @Nullable []> respelled(
      DataRow row, RowDescription wanted, ConversionContext context) throws SQLException {
    var values = new ArrayList<byte @Nullable []>(row.size());
    for (int i = 0; i < row.size(); i++) {
      byte[] value = null;
      if (!row.isNull(i)) {
        value = new byte[row.length(i)];
        System.arraycopy(row.buffer(), row.offset(i), value, 0, value.length);
      }
      if (value != null && wanted.fields().get(i).format() == Format.TEXT) {
        String text = context.types().printed(wanted.fields().get(i).typeOid(), value);
        value = text.getBytes(StandardCharsets.UTF_8);
      }
      values.add(value);
    }
    return values;
  }
}
