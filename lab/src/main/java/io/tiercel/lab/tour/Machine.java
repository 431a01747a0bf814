package io.tiercel.lab.tour;

import io.tiercel.lab.data.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/// What the figures were measured on; without it they mean nothing.
final class Machine {
  private Machine() {}

  static Map<String, String> describe(TourServer server) throws SQLException {
    var facts = new LinkedHashMap<String, String>();
    facts.put(
        "Measured",
        LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm")));
    facts.put(
        "Machine",
        "%s, %d cores, %s %s"
            .formatted(
                processor(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name"),
                System.getProperty("os.version")));
    facts.put(
        "Java",
        "%s %s, heap up to %,d MiB"
            .formatted(
                System.getProperty("java.vm.name"),
                System.getProperty("java.vm.version"),
                Runtime.getRuntime().maxMemory() >> 20));
    facts.put("Server", server(server));
    return facts;
  }

  private static String server(TourServer server) throws SQLException {
    try (Connection connection = server.connect()) {
      return Sql.query(
              connection,
              """
              select 'PostgreSQL ' || current_setting('server_version')
                || ', fsync ' || current_setting('fsync')
                || ', synchronous_commit ' || current_setting('synchronous_commit')
                || ', shared_buffers ' || current_setting('shared_buffers')
                || ', wal_level ' || current_setting('wal_level')""",
              row -> row.getString(1))
          .getFirst();
    }
  }

  /// Linux names the model; elsewhere the architecture must do.
  private static String processor() {
    Path info = Path.of("/proc/cpuinfo");
    if (Files.isReadable(info)) {
      try (Stream<String> lines = Files.lines(info)) {
        return lines
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.substring(line.indexOf(':') + 2))
            .findFirst()
            .orElse(System.getProperty("os.arch"));
      } catch (IOException e) {
        return System.getProperty("os.arch");
      }
    }
    return System.getProperty("os.arch");
  }
}
