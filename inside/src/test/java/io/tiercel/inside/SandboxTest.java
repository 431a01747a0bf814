package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The trusted language: each wall around its workers, climbed at. The same functions succeed in
/// the untrusted one where that does no harm, so that it is the wall that stops them.
@Timeout(90)
class SandboxTest {
  private static final String NOT_PERMITTED = "Operation not permitted";

  /// One for all tests, because each has its workers.
  private static @Nullable TestDatabase shared;

  private TestDatabase database;
  private Connection connection;

  @AfterAll
  static void drop() {
    if (shared != null) {
      shared.close();
      shared = null;
    }
  }

  @BeforeEach
  void open() throws SQLException {
    if (shared == null) {
      shared = InsideServer.orSkip().newDatabase();
    }
    database = shared;
    connection = database.connect();
    try {
      create("pid() returns int", "pid");
    } catch (SQLException e) {
      if (!"0A000".equals(e.getSQLState())) {
        throw e;
      }
      String reason = "THE TRUSTED LANGUAGE IS NOT TESTED: " + e.getMessage();
      System.out.println(reason);
      assumeTrue(false, reason);
    }
  }

  @AfterEach
  void close() throws SQLException {
    if (connection != null) { // not where the test is skipped
      connection.close();
    }
  }

  private void create(String signature, String method) throws SQLException {
    for (String language : new String[] {"java", "javau"}) {
      String name = language.equals("java") ? signature : "free_" + signature;
      execute(
          connection,
          "create or replace function %s language %s as 'io.tiercel.inside.samples.Climber.%s'"
              .formatted(name, language, method));
    }
  }

  private String dataDirectory() throws SQLException {
    return scalar(connection, "show data_directory");
  }

  @Test
  void files_can_neither_be_read_nor_written() throws SQLException {
    create("read(text) returns text", "read");
    create("list(text) returns int", "list");
    create("write(text) returns text", "write");
    create("delete(text) returns boolean", "delete");
    create("chmod(text) returns text", "chmod");
    String version = dataDirectory() + "/PG_VERSION";
    assertEquals("15", scalar(connection, "select free_read('" + version + "')").strip());
    for (String file :
        new String[] {version, "/etc/passwd", "/proc/self/environ", "/proc/1/cmdline"}) {
      assertFails(
          connection, "select read('" + file + "')", "38000", "AccessDeniedException: " + file);
    }
    for (String directory : new String[] {dataDirectory(), "/", "/tmp", "/proc"}) {
      assertFails(
          connection,
          "select list('" + directory + "')",
          "38000",
          "AccessDeniedException: " + directory);
    }
    for (String file : new String[] {"/tmp/climbed", "/dev/shm/climbed", version}) {
      assertFails(
          connection, "select write('" + file + "')", "38000", "AccessDeniedException: " + file);
      assertFails(connection, "select delete('" + version + "')", "38000", "AccessDenied");
    }
    assertFails(connection, "select chmod('" + version + "')", "38000", NOT_PERMITTED);
    assertEquals("15", scalar(connection, "select free_read('" + version + "')").strip());
  }

  @Test
  void no_program_is_started() throws SQLException {
    create("run(text) returns int", "run");
    assertEquals("0", scalar(connection, "select free_run('/bin/true')"));
    assertFails(connection, "select run('/bin/true')", "38000", "Cannot run program");
    assertFails(
        connection,
        "select run('" + System.getProperty("java.home") + "/bin/java')",
        "38000",
        "Cannot run program");
  }

  @Test
  void no_socket_is_opened() throws SQLException {
    create("connect(int) returns text", "connect");
    create("datagram() returns text", "datagram");
    create("connect_unix(text) returns text", "connectUnix");
    create("listen_unix(text) returns text", "listenUnix");
    int port = InsideServer.orSkip().server().port();
    assertTrue(scalar(connection, "select free_connect(" + port + ")").contains("connected"));
    assertFails(connection, "select connect(" + port + ")", "38000", NOT_PERMITTED);
    assertFails(connection, "select datagram()", "38000", NOT_PERMITTED);
    String socket = InsideServer.orSkip().server().unixSocketDirectory() + "/.s.PGSQL." + port;
    assertTrue(scalar(connection, "select free_connect_unix('" + socket + "')").contains("conn"));
    assertFails(connection, "select connect_unix('" + socket + "')", "38000", NOT_PERMITTED);
    assertFails(connection, "select listen_unix('/tmp/climbed.s')", "38000", NOT_PERMITTED);
  }

  @Test
  void other_processes_are_out_of_reach() throws SQLException {
    create("kill(int) returns boolean", "end");
    try (var victim = database.connect()) {
      String pid = scalar(victim, "select pg_backend_pid()");
      assertEquals("f", scalar(connection, "select kill(" + pid + ")"));
      assertEquals(pid, scalar(victim, "select pg_backend_pid()"));
    }
  }

  /// System calls by their numbers on x86-64, from native code.
  @ParameterizedTest
  @CsvSource({
    "101, ptrace",
    "310, process_vm_readv",
    "62, kill",
    "59, execve",
    "322, execveat",
    "57, fork",
    "41, socket",
    "42, connect",
    "49, bind",
    "29, shmget",
    "30, shmat",
    "90, chmod",
    "92, chown",
    "165, mount",
    "272, unshare",
    "308, setns",
    "321, bpf",
    "298, perf_event_open",
    "425, io_uring_setup",
    "434, pidfd_open",
    "438, pidfd_getfd",
    "424, pidfd_send_signal",
    "141, setpriority",
    "250, keyctl",
    "323, userfaultfd",
    "135, personality",
    "132, utime"
  })
  void system_calls_are_refused(int number, String name) throws SQLException {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"),
        () -> "NOT TESTED: system call " + name + ", the numbers are those of x86-64");
    create("call(bigint, variadic bigint[]) returns int", "call");
    String sql = "select call(%d, 0, 0, 0)".formatted(number);
    assertEquals("1", scalar(connection, sql), () -> name + " is not refused with EPERM");
  }

  @Test
  void flags_of_clone_and_fcntl_are_looked_at() throws SQLException {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"),
        "NOT TESTED: flags of system calls, the numbers are those of x86-64");
    create("call(bigint, variadic bigint[]) returns int", "call");
    assertEquals("1", scalar(connection, "select call(56, 17)")); // clone, SIGCHLD
    assertEquals(
        "1", scalar(connection, "select call(56, x'10000000'::bigint)")); // a user namespace
    assertEquals("38", scalar(connection, "select call(435, 0)")); // clone3: ENOSYS
    assertEquals("1", scalar(connection, "select call(72, 0, 8, 1)")); // fcntl F_SETOWN
    assertEquals("1", scalar(connection, "select call(302, 1, 7, 0, 0)")); // prlimit of another
    assertEquals("0", scalar(connection, "select call(302, 0, 7, 0, 0)"));
    assertEquals("1", scalar(connection, "select call(234, 1, 1, 0)")); // tgkill of another
  }

  @Test
  void the_memory_of_a_worker_ends_and_the_server_goes_on() throws SQLException {
    create("heap() returns int", "allocateHeap");
    create("native() returns bigint", "allocateNative");
    assertFails(connection, "select heap()", "53200", "OutOfMemoryError");
    var failure =
        org.junit.jupiter.api.Assertions.assertThrows(
            SQLException.class, () -> scalar(connection, "select native()"));
    assertTrue(
        failure.getSQLState().equals("53200") || failure.getSQLState().equals("58000"),
        failure::toString);
    assertNotEquals("0", scalar(connection, "select pid()"));
  }

  @Test
  void owners_never_share_a_worker_and_use_the_jars_of_one_owner() throws SQLException {
    execute(
        connection,
        "create role ann",
        "create role bob",
        "grant usage on language java to ann, bob",
        "grant create on schema public to ann, bob",
        "insert into pgjava.jar (name, owner, version) values ('anns', 'ann', 1)",
        "insert into pgjava.jar_version (jar, version, content, install, remove) values ('anns', 1,"
            + " '\\x00', '{}', '{}')");
    try {
      String function =
          "create function %s() returns int language java as"
              + " 'io.tiercel.inside.samples.Climber.pid'";
      execute(connection, "set role ann", function.formatted("anns"));
      execute(connection, "set role bob", function.formatted("bobs"));
      // The owner counts, not the caller.
      String anns = scalar(connection, "select anns()");
      assertNotEquals(anns, scalar(connection, "select bobs()"));
      assertNotEquals(scalar(connection, "select bobs()"), scalar(connection, "select pid()"));
      assertEquals(anns, scalar(connection, "select anns()"));
      assertFails(
          connection,
          "create function stolen() returns int language java as 'anns!shop.Secret.read'",
          "42501",
          "jar \"anns\" and function \"stolen\" have different owners");
      assertFails(
          connection,
          "create function bad() returns int language javau as"
              + " 'io.tiercel.inside.samples.Climber.pid'",
          "42501",
          "permission denied for language javau");
      execute(connection, "reset role");
      assertEquals(
          "3",
          scalar(
              connection,
              "select count(*) from pgjava.pg_stat_java where database = current_database() and"
                  + " state = 'ready' and owner is not null"));
    } finally {
      execute(
          connection,
          "reset role",
          "drop owned by ann cascade",
          "drop owned by bob cascade",
          "delete from pgjava.jar",
          "drop role ann",
          "drop role bob");
    }
  }

  @Test
  void a_call_of_one_workers_code_may_call_another_workers_and_come_back() throws SQLException {
    create("run_sql(text) returns bigint", "statement");
    assertEquals(
        "1", scalar(connection, "select run_sql('select free_run_sql(''select pid()'')')"));
    assertEquals(
        "1",
        scalar(
            connection,
            "select run_sql('select free_run_sql(''select run_sql(''''select"
                + " free_pid()'''')'')')"));
    assertFails(
        connection,
        "select run_sql('select free_run_sql(''select run_sql(''''select 1/0'''')'')')",
        "22012",
        "division by zero");
    assertEquals("1", scalar(connection, "select free_run_sql('select pid()')"));
  }

  @Test
  void rights_of_statements_are_postgresqls_own() throws SQLException {
    create("who() returns text", "currentUser");
    create("statement(text) returns bigint", "statement");
    execute(
        connection,
        "create table secret (owner text, x int)",
        "insert into secret values ('carl', 1), ('other', 2)",
        "create function definer() returns text language java security definer as"
            + " 'io.tiercel.inside.samples.Climber.currentUser'",
        "create function reader(text) returns bigint language java stable as"
            + " 'io.tiercel.inside.samples.Climber.statement'",
        "create role carl",
        "set role carl");
    try {
      assertEquals("carl", scalar(connection, "select who()"));
      assertEquals(database.user(), scalar(connection, "select definer()"));
      assertFails(
          connection, "select statement('delete from secret')", "42501", "permission denied");
      execute(
          connection,
          "reset role",
          "grant select, delete on secret to carl",
          "alter table secret enable row level security",
          "create policy own on secret using (owner = current_user)",
          "set role carl");
      assertFails(connection, "select reader('delete from secret')", "0A000", "DELETE");
      assertEquals("1", scalar(connection, "select statement('delete from secret')"));
    } finally {
      execute(connection, "reset role", "drop owned by carl", "drop role carl");
    }
  }

  @Test
  void a_worker_that_idles_ends_and_the_next_call_has_another() throws Exception {
    var shared = InsideServer.orSkip();
    var options =
        InsideServer.launching(TestServerOptions.defaults(), shared.libraries(), shared.classes())
            .setting("pgjava.idle_timeout", "1s")
            .setting("pgjava.max_workers", "1");
    try (var server = shared.server().startAnother(options)) {
      var other = InsideServer.withExtension(server.defaultDatabase());
      other.execute(
          "create function pid() returns int language java as"
              + " 'io.tiercel.inside.samples.Climber.pid'");
      String first;
      try (var session = other.connect()) {
        first = scalar(session, "select pid()");
        execute(session, "create role eve", "grant usage on language java to eve");
        execute(session, "grant create on schema public to eve", "set role eve");
        assertFails(
            session,
            "create function mine() returns int language java as"
                + " 'io.tiercel.inside.samples.Climber.pid'",
            "53400",
            "all 1 confined Java workers are in use");
      }
      ProcessHandle.of(Long.parseLong(first)).orElseThrow().onExit().get(30, TimeUnit.SECONDS);
      try (var session = other.connect()) {
        assertNotEquals(first, scalar(session, "select pid()"));
      }
    }
  }

  private static void assertRefused(Path libraries, Path classes, String missing) throws Exception {
    var options = InsideServer.launching(TestServerOptions.defaults(), libraries, classes);
    try (var server = InsideServer.orSkip().server().startAnother(options);
        var session = InsideServer.withExtension(server.defaultDatabase()).connect()) {
      assertRefused(session, missing);
    }
  }

  private static void assertRefused(Connection session, String missing) throws SQLException {
    var failure =
        assertFails(
            session,
            "create function pid() returns int language java as"
                + " 'io.tiercel.inside.samples.Climber.pid'",
            "0A000",
            "the trusted language java is not available: its worker cannot be confined");
    var detail = Objects.requireNonNull(failure.getServerErrorMessage()).getDetail();
    assertEquals("What is missing: " + missing + ".", detail);
    assertEquals(
        missing,
        scalar(session, "select refusal from pgjava.pg_stat_java where state = 'refused'"));
  }

  @Test
  void without_a_directory_for_the_socket_the_language_is_refused_and_started_no_more()
      throws Exception {
    var inside = InsideServer.orSkip();
    var options =
        InsideServer.launching(TestServerOptions.defaults(), inside.libraries(), inside.classes())
            .setting("pgjava.socket", "/nonexistent/socket");
    try (var server = inside.server().startAnother(options);
        var session = InsideServer.withExtension(server.defaultDatabase()).connect()) {
      String missing =
          "directory \"/nonexistent/socket.%s\" for its socket: No such file or directory"
              .formatted(ids(session));
      assertRefused(session, missing);
      assertRefused(session, missing);
      assertEquals(2, server.log().split("a Java worker cannot be confined", -1).length - 1);
    }
  }

  @Test
  void a_directory_that_others_may_change_is_refused_until_it_is_gone() throws Exception {
    var inside = InsideServer.orSkip();
    var options =
        InsideServer.launching(TestServerOptions.defaults(), inside.libraries(), inside.classes());
    try (var server = inside.server().startAnother(options);
        var session = InsideServer.withExtension(server.defaultDatabase()).connect()) {
      Path directory = Path.of(OtherWorker.socket(server) + "." + ids(session));
      String missing =
          "directory \"%s\" for its socket: something is there that others may change"
              .formatted(directory);
      Files.writeString(directory, "a file");
      assertRefused(session, missing);
      Files.delete(directory);
      Files.createDirectory(directory);
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
      assertRefused(session, missing);
      Files.delete(directory);
      execute(
          session,
          "create function pid() returns int language java as"
              + " 'io.tiercel.inside.samples.Climber.pid'");
    }
  }

  /// By which a worker's directory is named.
  private static String ids(Connection session) throws SQLException {
    return scalar(
        session,
        "select format('%s.%s', d.oid, r.oid) from pg_database d, pg_roles r"
            + " where datname = current_database() and rolname = current_user");
  }

  @Test
  void without_a_wall_the_language_is_refused_and_says_what_is_missing() throws Exception {
    Path directory = Files.createTempDirectory("tiercel-inside");
    try {
      assertRefused(
          InsideServer.buildWith(directory, "-DLANDLOCK_CREATE_RULESET=9999"),
          InsideServer.orSkip().classes(),
          "Landlock: Function not implemented");
    } finally {
      InsideServer.delete(directory);
    }
  }

  @Test
  void a_worker_that_only_says_that_it_is_confined_is_not_believed() throws Exception {
    Path directory = Files.createTempDirectory("tiercel-inside");
    try {
      var sources =
          Sources.compile(
              directory,
              Map.of(
                  "Worker.java",
                  "package io.tiercel.inside.host; public class Worker { public static void"
                      + " main(String[] a) throws Exception { System.out.println(\"ready\");"
                      + " Thread.sleep(60000); } }"),
              List.of());
      assertTrue(sources.isCompiled(), sources::messages);
      InsideServer.makeReadable(directory);
      assertRefused(
          InsideServer.orSkip().libraries(),
          sources.directory(),
          "it does not have both filters of system calls");
    } finally {
      InsideServer.delete(directory);
    }
  }

  @Test
  void a_server_that_does_not_start_its_workers_refuses_the_language() throws Exception {
    var shared = InsideServer.orSkip();
    try (var server = OtherWorker.server(shared, 1)) {
      var other = InsideServer.withExtension(server.defaultDatabase());
      try (var session = other.connect()) {
        assertFails(
            session,
            "create function pid() returns int language java as"
                + " 'io.tiercel.inside.samples.Climber.pid'",
            "55000",
            "the trusted language java needs a worker that the server itself confines");
      }
    }
  }
}
