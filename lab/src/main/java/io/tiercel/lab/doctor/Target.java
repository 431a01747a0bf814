package io.tiercel.lab.doctor;

import picocli.CommandLine.Option;

/// Which database.
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class Target {
  @Option(
      names = "--url",
      required = true,
      paramLabel = "URL",
      description =
          "jdbc:tiercel://host:port/database?user=…&password=…, or jdbc:tiercel:embedded:NAME")
  String url;
}
