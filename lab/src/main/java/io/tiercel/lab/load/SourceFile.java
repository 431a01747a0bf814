package io.tiercel.lab.load;

import io.tiercel.json.marc.BadRecords;
import io.tiercel.json.marc.MarcReader;
import io.tiercel.lab.load.LoadCommand.Format;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/// A file of records, perhaps compressed by gzip. Knows how much of it has been read. Confined to
/// one thread.
final class SourceFile {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;

  private final Path path;
  private final long size;
  private long read;

  SourceFile(Path path) throws IOException {
    this.path = path;
    this.size = Files.size(path);
  }

  /// How much has been read, from 0 to 1.
  double share() {
    return size == 0 ? 1 : (double) read / size;
  }

  /// Opens the file; what it holds is told by its first bytes where nobody says.
  MarcReader open(Format format, BadRecords badRecords) throws IOException {
    InputStream source = new BufferedInputStream(new Counted(), BUFFER_BYTES);
    try {
      if (startsWith(source, GZIP_FIRST, GZIP_SECOND)) {
        source = new BufferedInputStream(new GZIPInputStream(source, BUFFER_BYTES), BUFFER_BYTES);
      }
      boolean isXml =
          switch (format) {
            case BINARY -> false;
            case XML -> true;
            case AUTO -> isXml(source);
          };
      return isXml ? MarcReader.xml(source, badRecords) : MarcReader.binary(source, badRecords);
    } catch (IOException | RuntimeException e) {
      source.close();
      throw e;
    }
  }

  /// A binary record begins with digits, an XML file with a tag, perhaps behind a byte order mark.
  private static boolean isXml(InputStream source) throws IOException {
    return startsWith(source, '<')
        || startsWith(source, 0xef, 0xbb, 0xbf)
        || startsWith(source, 0xfe, 0xff)
        || startsWith(source, 0xff, 0xfe);
  }

  private static boolean startsWith(InputStream source, int... expected) throws IOException {
    source.mark(expected.length);
    try {
      for (int octet : expected) {
        if (source.read() != octet) {
          return false;
        }
      }
      return true;
    } finally {
      source.reset();
    }
  }

  private final class Counted extends FilterInputStream {
    Counted() throws IOException {
      super(Files.newInputStream(path));
    }

    @Override
    public int read() throws IOException {
      int octet = super.read();
      read += octet < 0 ? 0 : 1;
      return octet;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = super.read(into, offset, length);
      read += Math.max(0, count);
      return count;
    }
  }
}
