package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Unpacked binaries, one directory per content: `<version>-<platform>-<fingerprint>`.
///
/// A directory gets its name only when it is complete, under a lock among processes, so one that
/// was left half-done is never used. Its manifest tells files that were lost later (a power cut
/// before they reached the disk, a tidy-up of old files): such a directory is thrown away and
/// done again.
final class BinaryCache {
  private static final String UNPACKING = "unpacking-";
  private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+[.\\w]*)");

  /// Unpacking takes two seconds on an idle machine; a loaded one may be many times slower.
  private static final Duration UNPACK_TIMEOUT = Duration.ofMinutes(3);

  private final Path root;

  BinaryCache(Path root) {
    this.root = root;
  }

  /// The binaries of an archive, unpacked if they are not here yet. Blocks while another process
  /// unpacks.
  Binaries obtain(BinaryArchive archive) {
    try {
      var found = find(archive);
      if (found.isPresent()) {
        return found.get();
      }
      FilePermissions.createReadable(root);
      // Another process may have been quicker.
      return FileGuard.holding(
          root.resolve("lock"),
          Deadline.in(UNPACK_TIMEOUT),
          () -> {
            var done = find(archive);
            return done.isPresent() ? done.get() : unpack(archive);
          });
    } catch (IOException e) {
      throw Failures.of(e, "cannot unpack the PostgreSQL binaries into " + root);
    }
  }

  private Optional<Binaries> find(BinaryArchive archive) throws IOException {
    for (var directory : FileTree.list(root)) {
      var name = directory.getFileName().toString();
      if (name.endsWith(suffix(archive)) && Manifest.isIntact(directory)) {
        var version = name.substring(0, name.length() - suffix(archive).length());
        return Optional.of(new Binaries(directory, version, archive.platform()));
      }
    }
    return Optional.empty();
  }

  private Binaries unpack(BinaryArchive archive) throws IOException {
    removeLeftovers(archive);
    var work = Files.createTempDirectory(root, UNPACKING);
    try {
      FilePermissions.makeReadable(work, true);
      Manifest.write(work, ArchiveReader.unpack(archive, work));
      var version = version(new Binaries(work, "", archive.platform()));
      var home = root.resolve(version + suffix(archive));
      Files.move(work, home, StandardCopyOption.ATOMIC_MOVE);
      return new Binaries(home, version, archive.platform());
    } catch (FileSystemException e) {
      FileTree.delete(work);
      throw e;
    } catch (IOException e) {
      // Not a matter of the file system: the archive does not decode.
      FileTree.delete(work);
      if (Failures.isDiskFull(e)) {
        throw e;
      }
      throw BinaryArchive.unreadable(archive.location().toString(), e);
    }
  }

  private void removeLeftovers(BinaryArchive archive) throws IOException {
    for (var directory : FileTree.list(root)) {
      var name = directory.getFileName().toString();
      if (name.startsWith(UNPACKING) || name.endsWith(suffix(archive))) {
        FileTree.delete(directory);
      }
    }
  }

  /// Asks the server program, which also tells whether it runs on this machine at all.
  private static String version(Binaries binaries) throws IOException {
    var program = binaries.program("postgres");
    var outcome = Command.run(List.of(program.toString(), "--version"), Duration.ofSeconds(30));
    var matcher = VERSION.matcher(outcome.output());
    if (outcome.exitCode() != 0 || !matcher.find()) {
      throw new EmbeddedPostgresException(
          Reason.NO_BINARIES,
          "the PostgreSQL binaries for %s do not run on this machine: %s"
              .formatted(binaries.platform().label(), outcome.output().strip()),
          "a shared library may be missing, or the cache may be on a file system mounted noexec:"
              + " set XDG_CACHE_HOME to a directory on another one");
    }
    return matcher.group(1);
  }

  private static String suffix(BinaryArchive archive) {
    return "-" + archive.platform().label() + "-" + archive.fingerprint();
  }
}
