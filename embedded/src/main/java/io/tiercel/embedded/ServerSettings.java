package io.tiercel.embedded;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The settings a server runs with. They are written to `tiercel.conf` before each start;
/// `postgresql.conf` includes that file, so `ALTER SYSTEM` still has the last word.
///
/// Durability is PostgreSQL's own (`fsync` and `synchronous_commit` on): data under a name are
/// meant to stay. The rest suits a developer's machine with a disk that does not spin.
final class ServerSettings {
  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_$]*(\\.[a-z_][a-z0-9_$]*)?");

  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          // What Tiercel's cache follows. Slots that nobody reads must not fill the disk.
          Map.entry("wal_level", "logical"),
          Map.entry("max_slot_wal_keep_size", "4GB"),
          Map.entry("shared_preload_libraries", "pg_stat_statements"),
          Map.entry("pg_stat_statements.track", "all"),
          Map.entry("track_io_timing", "on"),
          Map.entry("shared_buffers", "256MB"),
          Map.entry("max_wal_size", "2GB"),
          Map.entry("random_page_cost", "1.1"),
          Map.entry("log_timezone", "UTC"),
          Map.entry("timezone", "UTC"),
          Map.entry("log_lock_waits", "on"),
          Map.entry("log_line_prefix", "%m [%p] %q%u@%d "));

  /// What this module decides itself, and by which option to ask for something else.
  private static final Map<String, String> OURS =
      Map.of(
          "port", "use the option port",
          "listen_addresses", "the embedded server listens on 127.0.0.1 only",
          "unix_socket_directories", "see EmbeddedPostgres.unixSocket()",
          "data_directory", "use jdbc:tiercel:embedded:/absolute/directory",
          "config_file", "edit postgresql.conf in the data directory",
          "hba_file", "edit pg_hba.conf in the data directory",
          "logging_collector", "the log is server.log beside the data directory",
          "log_destination", "the log is server.log beside the data directory");

  /// Lists whose own values come on top of ours instead of replacing them.
  private static final Set<String> LISTS = Set.of("shared_preload_libraries");

  private ServerSettings() {}

  static Map<String, String> checked(Map<String, String> settings) {
    settings.forEach(ServerSettings::check);
    return settings;
  }

  private static void check(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      throw EmbeddedOptions.bad(
          "\"" + name + "\" is not the name of a PostgreSQL setting",
          "write it as in SHOW ALL, in lower case");
    }
    if (OURS.containsKey(name)) {
      throw EmbeddedOptions.bad(
          "the setting \"" + name + "\" cannot be overridden", String.valueOf(OURS.get(name)));
    }
    if (value.chars().anyMatch(c -> c == '\n' || c == '\r' || c == 0)) {
      throw EmbeddedOptions.bad(
          "the value of \"" + name + "\" has a line break", "give it in one line");
    }
  }

  /// The text of `tiercel.conf`.
  static String configuration(Map<String, String> overrides, String socketDirectory) {
    var all = new TreeMap<>(DEFAULTS);
    overrides.forEach(
        (name, value) ->
            all.merge(
                name,
                value,
                (ours, theirs) ->
                    LISTS.contains(name) && !theirs.isEmpty() ? ours + "," + theirs : theirs));
    all.put("listen_addresses", "127.0.0.1");
    all.put("unix_socket_directories", socketDirectory);
    all.put("unix_socket_permissions", "0700");
    var text =
        new StringBuilder(
            """
            # Written anew before each start of the server: changes made here are lost.
            # Use parameters of the URL (set.NAME=VALUE), ALTER SYSTEM or postgresql.conf.
            """);
    all.forEach((name, value) -> text.append(name).append(" = ").append(quote(value)).append('\n'));
    return text.toString();
  }

  private static String quote(String value) {
    return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
  }
}
