package io.tiercel.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Who uses a server: each JVM holds the lock of one file in `users`. The kernel drops the lock
/// when the process dies, so a crashed user counts no longer. Joining, leaving and counting
/// happen under the server's own lock.
final class Attendance {
  private static final String HERE = here();

  private final Path users;
  private @Nullable Path ownFile;
  private @Nullable FileGuard ownLock;

  Attendance(Path users) {
    this.users = users;
  }

  void join(Deadline deadline) throws IOException {
    if (ownLock == null) {
      var file = users.resolve(ProcessHandle.current().pid() + "-" + UUID.randomUUID());
      // Before it is locked: closing the file we wrote to would drop the lock.
      Files.writeString(file, HERE);
      ownLock = FileGuard.acquire(file, deadline);
      ownFile = file;
    }
  }

  void leave() throws IOException {
    if (ownLock != null && ownFile != null) {
      ownLock.close();
      Files.deleteIfExists(ownFile);
      ownLock = null;
      ownFile = null;
    }
  }

  /// Whether anybody but us is there. Removes what dead users left.
  boolean hasOthers() throws IOException {
    var others = false;
    for (var file : FileTree.list(users)) {
      // Never open our own: closing it again would drop our lock.
      if (!file.equals(ownFile)) {
        others |= isHeld(file);
      }
    }
    return others;
  }

  /// Whether somebody is there whose processes we cannot see, because they run on another machine
  /// or in another container: then a server that seems to be dead may be alive.
  boolean hasUsersElsewhere() throws IOException {
    for (var file : FileTree.list(users)) {
      if (!file.equals(ownFile) && isHeld(file)) {
        var there = Files.readString(file);
        if (!there.isEmpty() && !HERE.isEmpty() && !there.equals(HERE)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isHeld(Path file) throws IOException {
    try (var lock = FileGuard.tryAcquire(file)) {
      if (lock == null) {
        return true;
      }
    }
    Files.deleteIfExists(file);
    return false;
  }

  /// Names the machine (until it boots again) and the process namespace; empty where Linux's names
  /// for them are not to be had.
  private static String here() {
    try {
      var boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      return boot + " " + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }
}
