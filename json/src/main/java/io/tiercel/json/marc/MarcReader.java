package io.tiercel.json.marc;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Reads records one after the other in constant memory. A bad one goes to the [BadRecords] and the
/// next is tried, so that good and bad ones together are all there are. Confined to one thread.
public interface MarcReader extends AutoCloseable {
  /// The next good record; null at the end.
  ///
  /// @throws BadRecordException if a record is bad and bad ones are rejected
  /// @throws IOException if the source fails, or nothing after this place can be read
  @Nullable MarcRecord read() throws IOException;

  /// How many records were met so far, good and bad: the number of the last one.
  long number();

  /// Where the record read last begins.
  String place();

  /// Closes the source.
  @Override
  void close() throws IOException;

  /// Reads ISO 2709, each record in MARC-8 or UTF-8 as its leader says.
  static MarcReader binary(InputStream source, BadRecords badRecords) {
    return new Iso2709Reader(source, badRecords);
  }

  /// Reads MARCXML: a collection of records or one record. DTDs and external entities are refused.
  static MarcReader xml(InputStream source, BadRecords badRecords) throws IOException {
    return new MarcXmlReader(source, badRecords);
  }
}
