package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who runs the server. PostgreSQL refuses to run as root, so root has to become somebody else
/// with what the system offers: `setpriv` and `runuser` (util-linux), `su` (BusyBox too), and as
/// the last resort `unshare -U`, which keeps root's files but drops all of root's powers.
///
/// @param prefix goes before a command to run it as this account
/// @param owner who shall own the data; null when files can stay as they are created
record ServerAccount(List<String> prefix, @Nullable UserPrincipal owner) {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  static boolean isRoot() {
    if (System.getProperty("os.name", "").startsWith("Windows")) {
      return false;
    }
    var self = Path.of("/proc/self");
    try {
      // The property user.name can be lied about with -Duser.name, the owner of our process cannot.
      return Files.exists(self)
          ? Integer.valueOf(0).equals(Files.getAttribute(self, "unix:uid"))
          : System.getProperty("user.name", "").equals("root");
    } catch (IOException e) {
      return false;
    }
  }

  /// The account for a server in this directory. An existing cluster stays with its owner.
  static ServerAccount choose(
      ServerDirectory directory, Binaries binaries, @Nullable String osUser) {
    if (!isRoot()) {
      return new ServerAccount(List.of(), null);
    }
    var refusals = new ArrayList<String>();
    for (var user : candidates(directory, osUser)) {
      var account = become(user, directory, binaries, refusals);
      if (account != null) {
        return account;
      }
    }
    var unshare = new ServerAccount(List.of("unshare", "-U"), null);
    if (osUser == null && ownerOf(directory).isEmpty()) {
      if (unshare.canUse(directory, binaries, refusals)) {
        return unshare;
      }
    }
    throw new EmbeddedPostgresException(
        Reason.NO_ACCOUNT,
        "PostgreSQL does not run as root, and no other user can run it in %s:%n  %s"
            .formatted(directory.root(), String.join(System.lineSeparator() + "  ", refusals)),
        "run as an ordinary user, or choose a directory that the user \"nobody\" can enter,"
            + " such as /var/lib/tiercel");
  }

  List<String> command(List<String> command) {
    var all = new ArrayList<>(prefix);
    all.addAll(command);
    return all;
  }

  /// Hands a file or an empty directory of ours to the account.
  void own(Path path) throws IOException {
    if (owner != null) {
      Files.setAttribute(path, "owner:owner", owner, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private static Set<String> candidates(ServerDirectory directory, @Nullable String osUser) {
    var owner = ownerOf(directory);
    if (!owner.isEmpty()) {
      return Set.of(owner);
    }
    if (directory.hasCluster()) {
      return Set.of(); // root's own, so it was made by unshare
    }
    if (osUser != null) {
      return Set.of(osUser);
    }
    return new LinkedHashSet<>(List.of("postgres", "nobody"));
  }

  /// The user a cluster belongs to; empty if there is none or it is root's.
  private static String ownerOf(ServerDirectory directory) {
    try {
      var owner = directory.hasCluster() ? Files.getOwner(directory.data()).getName() : "root";
      return owner.equals("root") ? "" : owner;
    } catch (IOException e) {
      throw Failures.of(e, "cannot tell who owns " + directory.data());
    }
  }

  private static @Nullable ServerAccount become(
      String user, ServerDirectory directory, Binaries binaries, List<String> refusals) {
    UserPrincipal principal;
    try {
      principal =
          directory
              .root()
              .getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(user);
    } catch (IOException e) {
      refusals.add("there is no user \"" + user + "\"");
      return null;
    }
    var group = Command.run(List.of("id", "-g", user), TIMEOUT).output().strip();
    var ways =
        List.of(
            List.of("setpriv", "--reuid=" + user, "--regid=" + group, "--clear-groups"),
            List.of("runuser", "-u", user, "--"),
            // su hands one string to a shell: let that shell run its arguments.
            List.of("su", "-s", "/bin/sh", user, "-c", "exec \"$0\" \"$@\"", "--"));
    for (var way : ways) {
      var account = new ServerAccount(way, principal);
      if (account.canUse(directory, binaries, refusals)) {
        return account;
      }
    }
    return null;
  }

  /// Whether commands run this way, and reach both the programs and the directory.
  private boolean canUse(ServerDirectory directory, Binaries binaries, List<String> refusals) {
    var script = "test \"$(id -u)\" != 0 && cd \"$1\" && test -x \"$2\"";
    var program = binaries.program("postgres").toString();
    var probe =
        command(List.of("/bin/sh", "-c", script, "probe", directory.root().toString(), program));
    var outcome = Command.run(probe, TIMEOUT);
    if (outcome.exitCode() != 0) {
      var said = outcome.output().strip();
      refusals.add(
          String.join(" ", prefix)
              + ": "
              + (said.isEmpty() ? "cannot enter the directory or run " + program : said));
    }
    return outcome.exitCode() == 0;
  }
}
