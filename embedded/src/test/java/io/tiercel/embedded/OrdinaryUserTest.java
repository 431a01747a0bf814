package io.tiercel.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// When root runs the tests: the same as an ordinary user, and the ways by which root becomes one.
/// When an ordinary user runs them, all the other tests have shown that already.
class OrdinaryUserTest {
  private static final List<String> NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

  @BeforeAll
  static void as_root_only() {
    Assumptions.assumeTrue(ServerAccount.isRoot(), "not root: the other tests are this test");
    var probe = Command.run(command(NOBODY, "id", "-un"), Duration.ofSeconds(10));
    Assumptions.assumeTrue(probe.exitCode() == 0, "cannot become nobody: " + probe.output());
  }

  @Test
  void an_ordinary_user_runs_the_server_directly() throws Exception {
    var home = TestPlaces.empty("home");
    Command.run(List.of("chown", "65534:65534", home.toString()), Duration.ofSeconds(10));
    var url = EmbeddedUrl.PREFIX + home.resolve("server");
    try (var child = ChildJvm.start(NOBODY, readableClassPath(), url, TestPlaces.cache())) {
      var plain = child.awaitOpen();
      assertEquals("1", Sql.ask(plain, "SELECT 1"));
      var server = Postmaster.find(new ServerDirectory(home.resolve("server"))).orElseThrow();
      assertEquals(65534, Files.getAttribute(Path.of("/proc/" + server.pid()), "unix:uid"));
      child.closeServer();
    }
  }

  @Test
  void an_ordinary_user_is_told_which_directory_is_not_writable() throws IOException {
    var home = TestPlaces.empty("roots-home");
    var url = EmbeddedUrl.PREFIX + home.resolve("server");
    try (var child = ChildJvm.start(NOBODY, readableClassPath(), url, TestPlaces.cache())) {
      var message = child.await("failed ");
      assertTrue(message.startsWith("NOT_WRITABLE "), message);
      assertTrue(message.contains(home.toString()), message);
    }
  }

  @Test
  void root_hands_the_data_to_the_user_it_was_told() throws Exception {
    var directory = TestPlaces.fresh("as-nobody");
    var options = TestPlaces.options(directory).withOsUser("nobody");
    try (var postgres = EmbeddedPostgres.open(options)) {
      assertEquals("nobody", Files.getOwner(directory.resolve("data")).getName());
      assertEquals("root", Files.getOwner(directory.resolve("password")).getName());
      assertEquals(65534, Files.getAttribute(Path.of("/proc/" + postgres.pid()), "unix:uid"));
      assertEquals("1", Sql.ask(postgres, "SELECT 1"));
    }
    // Later starts stay with the owner of the data without being told.
    try (var postgres = EmbeddedPostgres.open(TestPlaces.options(directory))) {
      assertEquals(65534, Files.getAttribute(Path.of("/proc/" + postgres.pid()), "unix:uid"));
    }
  }

  @Test
  void a_directory_only_root_can_enter_is_served_without_roots_powers() throws Exception {
    Assumptions.assumeTrue(
        Command.run(List.of("unshare", "-U", "true"), Duration.ofSeconds(10)).exitCode() == 0,
        "no user namespaces here");
    var directory = TestPlaces.empty("closed");
    FilePermissions.set(directory, "rwx------");
    try (var postgres = EmbeddedPostgres.open(TestPlaces.options(directory.resolve("server")))) {
      var status = Files.readString(Path.of("/proc/" + postgres.pid() + "/status"));
      assertTrue(status.contains("CapEff:\t0000000000000000"), status);
      assertEquals("1", Sql.ask(postgres, "SELECT 1"));
    }
  }

  /// The class path of the tests in a place that everybody can read; root's Maven repository is
  /// not.
  private static String readableClassPath() throws IOException {
    var target = TestPlaces.empty("class-path");
    var entries = new ArrayList<String>();
    for (var entry :
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            .split(File.pathSeparator, -1)) {
      var copy = target.resolve(entries.size() + "-" + Path.of(entry).getFileName());
      Command.run(List.of("cp", "-r", entry, copy.toString()), Duration.ofSeconds(30));
      entries.add(copy.toString());
    }
    Command.run(List.of("chmod", "-R", "a+rX", target.toString()), Duration.ofSeconds(30));
    return String.join(File.pathSeparator, entries);
  }

  private static List<String> command(List<String> prefix, String... command) {
    var all = new ArrayList<>(prefix);
    all.addAll(List.of(command));
    return all;
  }
}
