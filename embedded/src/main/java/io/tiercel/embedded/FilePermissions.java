package io.tiercel.embedded;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/// Files and directories with the permissions we mean, whatever the umask says. On file systems
/// without POSIX permissions (Windows) the user's profile directory protects what is private.
final class FilePermissions {
  private FilePermissions() {}

  /// Creates a directory, with its parents, that everybody may read. Leaves existing ones alone.
  static void createReadable(Path directory) throws IOException {
    create(directory, "rwxr-xr-x");
  }

  /// Creates a directory, with its parents, that only its owner may enter. Leaves existing ones
  /// alone.
  static void createPrivate(Path directory) throws IOException {
    create(directory, "rwx------");
  }

  /// Creates an empty file unless it is there.
  static void createEmpty(Path file) throws IOException {
    if (!Files.exists(file)) {
      Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
    }
  }

  static void makeReadable(Path path, boolean executable) throws IOException {
    set(path, executable ? "rwxr-xr-x" : "rw-r--r--");
  }

  /// Creates, or replaces, a file that only its owner may read. Readers see the old content or the
  /// new one, never a part.
  static void writePrivate(Path file, String content) throws IOException {
    var part = file.resolveSibling(file.getFileName() + ".part");
    Files.deleteIfExists(part);
    Files.createFile(part);
    set(part, "rw-------");
    Files.writeString(part, content);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  static void set(Path path, String permissions) throws IOException {
    var view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(PosixFilePermissions.fromString(permissions));
    }
  }

  private static void create(Path directory, String permissions) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    var parent = directory.getParent();
    if (parent != null) {
      create(parent, permissions);
    }
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      if (Files.isDirectory(directory)) {
        return; // another process was quicker
      }
      throw e;
    }
    set(directory, permissions);
  }
}
