package io.tiercel.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Under which account server programs run. PostgreSQL refuses root, so root needs a way out:
///
/// - `unshare --user`: in a user namespace without a mapping root looks like an ordinary user and
///   still owns its files. Works on plain Linux, is forbidden in most containers.
/// - `setpriv`: the process becomes `nobody`, who is given the data directory.
///
/// All of them `exec`, so that the process we start is the postmaster itself and has its pid.
enum ServerAccount {
  OURS,
  USER_NAMESPACE,
  NOBODY;

  private static final long PROBE_SECONDS = 10;

  private List<String> prefix() {
    return switch (this) {
      case OURS -> List.of();
      case USER_NAMESPACE -> List.of("unshare", "--user");
      case NOBODY -> List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    };
  }

  /// Finds the account that works for the user of this JVM.
  static ServerAccount find() throws IOException {
    if (!System.getProperty("user.name").equals("root")) {
      return OURS;
    }
    for (var account : List.of(USER_NAMESPACE, NOBODY)) {
      if (account.works()) {
        return account;
      }
    }
    throw new IOException(
        "cannot run PostgreSQL as root: neither unshare --user nor setpriv works here;"
            + " run the tests as an ordinary user");
  }

  List<String> command(Path program, String... arguments) {
    var command = new ArrayList<>(prefix());
    command.add(program.toString());
    command.addAll(List.of(arguments));
    return command;
  }

  /// Makes the account the owner of everything under `directory`, where it is not yet.
  void own(Path directory) throws IOException {
    if (this == NOBODY) {
      Commands.run(List.of("chown", "-R", "65534:65534", directory.toString()));
    }
  }

  private boolean works() {
    try {
      var probe =
          new ProcessBuilder(command(Path.of("true")))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return probe.waitFor(PROBE_SECONDS, TimeUnit.SECONDS) && probe.exitValue() == 0;
    } catch (IOException e) {
      return false; // the program is not installed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
