package io.tiercel.json.advisor.workload;

import io.tiercel.json.advisor.sql.SqlText;
import java.util.List;

/// What a statement does with documents.
///
/// @param sources of its parameters, where they are known
/// @param notUnderstood parts that use documents in a way which this reader does not know, as they
///     stand there with the reason
public record StatementUses(
    SqlText text, List<PathUse> uses, List<ParameterSource> sources, List<String> notUnderstood) {
  public StatementUses {
    uses = List.copyOf(uses);
    sources = List.copyOf(sources);
    notUnderstood = List.copyOf(notUnderstood);
  }

  /// Reads a statement.
  public static StatementUses of(String sql, DocumentColumns columns) {
    return new UseFinder(SqlText.parse(sql), columns).find();
  }

  /// Whether it has to do with documents.
  public boolean isEmpty() {
    return uses.isEmpty() && notUnderstood.isEmpty();
  }

  /// Whether it reads only, as far as its first word says.
  public boolean isQuery() {
    return List.of("select", "with", "values", "table", "(").contains(text.command());
  }
}
