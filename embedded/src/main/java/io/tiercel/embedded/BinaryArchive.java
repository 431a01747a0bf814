package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/// The `.txz` with a platform's binaries, as found on the class path. The fingerprint changes with
/// its content.
record BinaryArchive(URI location, Platform platform, String fingerprint) {

  static BinaryArchive find(Platform platform) {
    var loader = BinaryArchive.class.getClassLoader();
    var contextLoader = Thread.currentThread().getContextClassLoader();
    var url = loader == null ? null : loader.getResource(platform.archive());
    if (url == null && contextLoader != null) {
      url = contextLoader.getResource(platform.archive());
    }
    if (url == null) {
      throw new EmbeddedPostgresException(
          Reason.NO_BINARIES,
          "no PostgreSQL binaries for %s on the class path: %s is not there"
              .formatted(platform.label(), platform.archive()),
          "add the dependency io.zonky.test.postgres:%s:18.6.0 or later"
              .formatted(platform.artifactId()));
    }
    try {
      return new BinaryArchive(URI.create(url.toString()), platform, fingerprint(url));
    } catch (IOException e) {
      throw unreadable(url.toString(), e);
    }
  }

  InputStream open() throws IOException {
    return location.toURL().openStream();
  }

  static EmbeddedPostgresException unreadable(String location, IOException cause) {
    return new EmbeddedPostgresException(
        Reason.NO_BINARIES,
        "cannot read the PostgreSQL binaries in %s: %s".formatted(location, cause.getMessage()),
        "the artifact is broken: delete it from the local Maven repository and build again",
        cause);
  }

  /// A jar keeps size and CRC of its entries in its directory, so that the 15 MB need not be read
  /// each time a server is opened.
  private static String fingerprint(URL url) throws IOException {
    if (url.openConnection() instanceof JarURLConnection jar) {
      var entry = jar.getJarEntry();
      if (entry != null && entry.getCrc() >= 0) {
        return fingerprint(entry.getCrc(), entry.getSize());
      }
    }
    var crc = new CRC32();
    try (var in = new CheckedInputStream(url.openStream(), crc)) {
      var size = in.transferTo(OutputStream.nullOutputStream());
      return fingerprint(crc.getValue(), size);
    }
  }

  private static String fingerprint(long crc, long size) {
    return "%08x%x".formatted(crc, size);
  }
}
