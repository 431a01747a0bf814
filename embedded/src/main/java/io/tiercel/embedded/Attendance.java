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
  private final Path users;
  private @Nullable Path ownFile;
  private @Nullable FileGuard ownLock;

  Attendance(Path users) {
    this.users = users;
  }

  void join(Deadline deadline) throws IOException {
    if (ownLock == null) {
      var file = users.resolve(ProcessHandle.current().pid() + "-" + UUID.randomUUID());
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

  private static boolean isHeld(Path file) throws IOException {
    try (var lock = FileGuard.tryAcquire(file)) {
      if (lock == null) {
        return true;
      }
    }
    Files.deleteIfExists(file);
    return false;
  }
}
