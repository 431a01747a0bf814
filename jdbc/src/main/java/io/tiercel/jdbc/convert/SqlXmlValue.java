package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.error.SqlExceptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLXML;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;

/// A value of type `xml`: its text. Made by `Connection.createSQLXML` it is written once, through
/// one of the setters, and then bound. Parsers resolve nothing external.
///
/// Confined to one thread.
public final class SqlXmlValue implements SQLXML {
  private @Nullable String text;
  private @Nullable Written pending;
  private boolean isFreed;
  private boolean isWritten;

  /// Tells what was written to a stream or a Result, when it is wanted.
  private interface Written {
    String text() throws SQLException;
  }

  /// An empty value, to be written.
  public SqlXmlValue() {}

  SqlXmlValue(String text) {
    this.text = text;
    isWritten = true;
  }

  /// Null if NULL was written.
  private @Nullable String content() throws SQLException {
    checkFreed();
    Written written = pending;
    if (written != null) {
      text = written.text();
      pending = null;
    }
    if (!isWritten) {
      throw SqlExceptions.of("55000", "the SQLXML was not written yet", null);
    }
    return text;
  }

  private void beginWriting() throws SQLException {
    checkFreed();
    if (isWritten) {
      throw SqlExceptions.of(
          "55000", "the SQLXML has its value already\nHint: create another one.", null);
    }
    isWritten = true;
  }

  private void checkFreed() throws SQLException {
    if (isFreed) {
      throw SqlExceptions.of("55000", "the SQLXML was freed", null);
    }
  }

  @Override
  public void free() {
    isFreed = true;
    text = null;
    pending = null;
  }

  @Override
  public @Nullable String getString() throws SQLException {
    return content();
  }

  @Override
  public void setString(@Nullable String value) throws SQLException {
    beginWriting();
    text = value;
  }

  @Override
  public @Nullable InputStream getBinaryStream() throws SQLException {
    String xml = content();
    return xml == null ? null : new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public OutputStream setBinaryStream() throws SQLException {
    beginWriting();
    var bytes = new ByteArrayOutputStream();
    pending = () -> XmlText.decode(bytes.toByteArray());
    return bytes;
  }

  @Override
  public @Nullable Reader getCharacterStream() throws SQLException {
    String xml = content();
    return xml == null ? null : new StringReader(xml);
  }

  @Override
  public Writer setCharacterStream() throws SQLException {
    beginWriting();
    var written = new StringWriter();
    pending = written::toString;
    return written;
  }

  @Override
  public <T extends Source> @Nullable T getSource(@Nullable Class<T> sourceClass)
      throws SQLException {
    String xml = content();
    return xml == null ? null : XmlText.source(xml, sourceClass);
  }

  @Override
  public <T extends Result> T setResult(@Nullable Class<T> resultClass) throws SQLException {
    beginWriting();
    var writing = new XmlResult();
    T result = writing.open(resultClass);
    pending = writing::text;
    return result;
  }
}
