package io.tiercel.json.load;

import io.tiercel.json.SqlName;
import io.tiercel.json.marc.BadRecord;
import io.tiercel.json.marc.BadRecords;
import io.tiercel.json.marc.MarcJson;
import io.tiercel.json.marc.MarcReader;
import io.tiercel.json.marc.MarcRecord;
import io.tiercel.wire.Connection;
import io.tiercel.wire.codec.Oids;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/// Stores the records of a reader as documents, by one binary COPY: all that are good, or none.
/// The table's other columns take their defaults. Confined to the thread of its connection.
///
/// @param documents the column, of type `jsonb`
public record DocumentLoader(Connection connection, SqlName table, SqlName documents) {
  private static final int PROGRESS_EVERY = 1_000;

  /// Reads to the end and stores. Blocks.
  ///
  /// @param badRecords what becomes of records that `jsonb` cannot hold; the reader has its own for
  ///     those that it cannot read
  /// @param progress told every thousand records and at the end, by this thread
  /// @throws io.tiercel.json.marc.BadRecordException if bad records are rejected; nothing is stored
  /// @throws io.tiercel.wire.error.ServerException if the server refuses; nothing is stored
  /// @throws IOException if the source fails; nothing is stored
  public LoadProgress load(
      MarcReader reader, BadRecords badRecords, Consumer<LoadProgress> progress)
      throws IOException {
    long start = System.nanoTime();
    long before = reader.number();
    long sent = 0;
    long characters = 0;
    String copy = "copy %s (%s) from stdin (format binary)".formatted(table, documents);
    try (var writer = connection.copyIn(copy, Oids.JSONB)) {
      for (MarcRecord record = reader.read(); record != null; record = reader.read()) {
        String document = MarcJson.write(record);
        if (hasNul(document)) {
          badRecords.accept(
              new BadRecord(
                  reader.number(),
                  reader.place(),
                  "it has a character U+0000, which jsonb refuses"));
          continue;
        }
        writer.startRow();
        writer.put(document);
        sent++;
        characters += document.length();
        if (sent % PROGRESS_EVERY == 0) {
          progress.accept(progress(reader.number() - before, sent, characters, start));
        }
      }
      long stored = writer.finish();
      if (stored != sent) {
        throw new IllegalStateException("sent %d rows, stored %d".formatted(sent, stored));
      }
    }
    LoadProgress end = progress(reader.number() - before, sent, characters, start);
    progress.accept(end);
    return end;
  }

  private static LoadProgress progress(long met, long sent, long characters, long start) {
    return new LoadProgress(met, sent, characters, Duration.ofNanos(System.nanoTime() - start));
  }

  /// Whether an escaped U+0000 stands in the text: after an even number of backslashes.
  private static boolean hasNul(String document) {
    int at = document.indexOf("\\u0000");
    while (at >= 0) {
      int backslashes = 0;
      while (at - backslashes > 0 && document.charAt(at - backslashes - 1) == '\\') {
        backslashes++;
      }
      if (backslashes % 2 == 0) {
        return true;
      }
      at = document.indexOf("\\u0000", at + 1);
    }
    return false;
  }
}
