package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.lob.LargeObjectBlob;
import io.tiercel.jdbc.lob.LargeObjects;
import io.tiercel.jdbc.lob.TextClob;
import io.tiercel.wire.codec.Oids;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;

/// A Blob or Clob as a parameter: the bytes for a `bytea`, the text for a type of text, and for an
/// `oid` the large object behind it, or a new one with its content.
final class LobParameter implements LateBound {
  private final ConversionContext context;
  private final Object lob;

  private LobParameter(ConversionContext context, Object lob) {
    this.context = context;
    this.lob = lob;
  }

  static Parameter of(Blob blob, ConversionContext context) {
    return new Parameter(Oids.UNSPECIFIED, new LobParameter(context, blob));
  }

  static Parameter of(Clob clob, ConversionContext context) {
    return new Parameter(Oids.UNSPECIFIED, new LobParameter(context, clob));
  }

  /// What stands for a Blob or Clob where that type is wanted.
  static Object value(Object lob, int oid, ConversionContext context) throws SQLException {
    return new LobParameter(context, lob).valueFor(oid);
  }

  @Override
  public Object valueFor(int oid) throws SQLException {
    return switch (oid) {
      case Oids.OID -> largeObject();
      case Oids.BYTEA -> Streams.bytes(content(), -1);
      default ->
          lob instanceof Clob clob
              ? new io.tiercel.wire.codec.ServerText(text(clob))
              : Streams.bytes(content(), -1);
    };
  }

  private long largeObject() throws SQLException {
    if (lob instanceof LargeObjectBlob blob) {
      return blob.oid();
    }
    if (lob instanceof TextClob clob) {
      LargeObjectBlob blob = clob.largeObject();
      if (blob != null) {
        return blob.oid();
      }
    }
    return new LargeObjects(context.connection()).create(Streams.bytes(content(), -1));
  }

  private InputStream content() throws SQLException {
    return lob instanceof Blob blob
        ? blob.getBinaryStream()
        : new ByteArrayInputStream(text((Clob) lob).getBytes(StandardCharsets.UTF_8));
  }

  private static String text(Clob clob) throws SQLException {
    return clob instanceof TextClob known
        ? known.getText()
        : Streams.text(clob.getCharacterStream(), -1);
  }
}
