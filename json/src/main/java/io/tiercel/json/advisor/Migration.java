package io.tiercel.json.advisor;

import io.tiercel.json.promotion.DdlCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The advice as files of the tools that change schemas, with their undo. Commands that may not run
/// in a transaction are marked so, in the way of each tool. Immutable.
public record Migration(Advice advice) {

  /// Flyway's versioned migration and its undo migration, each with the configuration that lets it
  /// run outside of a transaction, for indexes are built concurrently: four files.
  ///
  /// @param version as Flyway has it: `12`, `2026.11.23`
  /// @return the files
  public List<Path> writeFlyway(Path directory, String version) throws IOException {
    if (!version.matches("[0-9]+([._][0-9]+)*")) {
      throw new IllegalArgumentException("a version is of numbers with dots, got " + version);
    }
    List<Path> files = new ArrayList<>();
    for (boolean isUndo : new boolean[] {false, true}) {
      String name = (isUndo ? "U" : "V") + version + "__advised_documents.sql";
      List<DdlCommand> commands = isUndo ? advice.down() : advice.up();
      files.add(Files.writeString(directory.resolve(name), sql(commands, isUndo)));
      files.add(
          Files.writeString(directory.resolve(name + ".conf"), "executeInTransaction=false\n"));
    }
    return List.copyOf(files);
  }

  /// A formatted-SQL changelog of Liquibase: a changeset for each candidate, with its rollback.
  public Path writeLiquibase(Path file) throws IOException {
    var text = new StringBuilder("--liquibase formatted sql\n");
    for (Candidate candidate : advice.chosen()) {
      text.append("\n--changeset tiercel:")
          .append(identifier(candidate))
          .append(" runInTransaction:false\n--comment: ")
          .append(comment(candidate))
          .append('\n');
      candidate.up().forEach(command -> text.append(command.sql()).append(";\n"));
      candidate
          .down()
          .forEach(command -> text.append("--rollback ").append(command.sql()).append(";\n"));
    }
    return Files.writeString(file, text);
  }

  private static String identifier(Candidate candidate) {
    String text = candidate.kind() + "-" + candidate.table().last() + "-" + candidate.object();
    return text.toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9_-]+", "_");
  }

  private static String sql(List<DdlCommand> commands, boolean isUndo) {
    var text = new StringBuilder();
    text.append(isUndo ? "-- Undoes what was advised" : "-- Advised")
        .append(" by tiercel doctor json. Indexes are built concurrently: not in a transaction.\n");
    commands.forEach(command -> text.append(command.sql()).append(";\n"));
    return text.toString();
  }

  /// On one line, for a comment of SQL ends with it.
  private static String comment(Candidate candidate) {
    return (candidate.kind().text() + " for " + candidate.why()).replaceAll("\\s+", " ");
  }
}
