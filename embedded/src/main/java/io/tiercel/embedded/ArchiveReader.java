package io.tiercel.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/// Unpacks a `.txz`. Modes become "readable by all, executable where the owner may": as root the
/// server runs as another user, whatever our umask says.
final class ArchiveReader {
  private static final int OWNER_EXECUTE = 0100;
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path target;
  private final List<Path> files = new ArrayList<>();

  private ArchiveReader(Path target) {
    this.target = target;
  }

  /// Returns the regular files that were written.
  static List<Path> unpack(BinaryArchive archive, Path target) throws IOException {
    var reader = new ArchiveReader(target);
    try (var raw = archive.open();
        var tar =
            new TarArchiveInputStream(
                new XZInputStream(new BufferedInputStream(raw, BUFFER_BYTES)))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        reader.unpack(entry, tar);
      }
    }
    return reader.files;
  }

  private void unpack(TarArchiveEntry entry, TarArchiveInputStream content) throws IOException {
    var path = inside(target.resolve(entry.getName()), entry.getName());
    if (entry.isDirectory()) {
      FilePermissions.createReadable(path);
      return;
    }
    FilePermissions.createReadable(parent(path));
    if (entry.isSymbolicLink()) {
      inside(parent(path).resolve(entry.getLinkName()), entry.getLinkName());
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
    } else if (entry.isLink()) {
      Files.createLink(path, inside(target.resolve(entry.getLinkName()), entry.getLinkName()));
    } else {
      Files.copy(content, path);
      FilePermissions.makeReadable(path, (entry.getMode() & OWNER_EXECUTE) != 0);
      files.add(path);
    }
  }

  private Path inside(Path path, String name) throws IOException {
    var normal = path.normalize();
    if (!normal.startsWith(target)) {
      throw new IOException("entry \"" + name + "\" points outside the archive");
    }
    return normal;
  }

  private static Path parent(Path path) throws IOException {
    var parent = path.getParent();
    if (parent == null) {
      throw new IOException("entry \"" + path + "\" has no directory");
    }
    return parent;
  }
}
