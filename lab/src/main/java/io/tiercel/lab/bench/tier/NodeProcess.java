package io.tiercel.lab.bench.tier;

import io.tiercel.lab.cli.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A JVM of its own for a node, so that it starts as an application does. It prints its figures,
/// one a line, as `name=number`.
final class NodeProcess {
  private NodeProcess() {}

  /// Runs it to its end.
  ///
  /// @param main what is run
  /// @return its figures by their names
  /// @throws CommandFailure when it fails
  static Map<String, Double> run(
      Class<?> main, List<String> flags, NodeSettings settings, String... more)
      throws IOException, InterruptedException {
    var arguments = new ArrayList<>(settings.arguments());
    arguments.addAll(List.of(more));
    return run(
        main, flags, Map.of(NodeSettings.PASSWORD, settings.endpoint().password()), arguments);
  }

  /// As above.
  ///
  /// @param environment what is added to this one's
  static Map<String, Double> run(
      Class<?> main, List<String> flags, Map<String, String> environment, List<String> arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    var process = builder.start();
    var figures = new TreeMap<String, Double>();
    var text = new StringBuilder();
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        text.append(line).append('\n');
        int equals = line.indexOf('=');
        if (line.startsWith("figure ") && equals > 0) {
          figures.put(
              line.substring("figure ".length(), equals),
              Double.valueOf(line.substring(equals + 1)));
        }
      }
    }
    if (process.waitFor() != 0) {
      throw new CommandFailure("a node failed:\n" + text, null);
    }
    return figures;
  }

  /// For the node: tells one of them.
  static void tell(String name, double value) {
    System.out.println("figure " + name + "=" + value);
  }

  /// As above, for what is counted.
  static void tell(String name, long value) {
    System.out.println("figure " + name + "=" + value);
  }
}
