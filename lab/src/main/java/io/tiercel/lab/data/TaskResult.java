package io.tiercel.lab.data;

import java.util.List;

/// What a task found out.
///
/// @param lines the result; the same for every contender, or the tour fails
/// @param notes remarks on how it went, of this contender only
public record TaskResult(List<String> lines, List<String> notes) {
  public TaskResult {
    lines = List.copyOf(lines);
    notes = List.copyOf(notes);
  }

  public TaskResult(List<String> lines) {
    this(lines, List.of());
  }
}
