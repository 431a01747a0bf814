package io.tiercel.json.advisor;

import io.tiercel.json.advisor.workload.DocumentColumn;
import io.tiercel.json.advisor.workload.DocumentColumns;
import io.tiercel.json.advisor.workload.Workload;
import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ServerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Advises on documents: what is run on them is measured, what may help is tried on a sample, what
/// helped is told with its price. It needs no extension, and leaves nothing behind: statements are
/// run on the tables in read-only transactions with a timeout, and candidates on a sample in a
/// transaction that is rolled back. It takes the right to create a table in the schema of the
/// documents. Confined to the thread of its connection.
public final class Advisor {
  private final Connection connection;
  private final DocumentColumns columns;
  private final AdvisorOptions options;
  private final Consumer<String> progress;

  /// @param progress told what is done now
  public Advisor(Connection connection, AdvisorOptions options, Consumer<String> progress) {
    this.connection = connection;
    this.columns = DocumentColumns.read(connection);
    this.options = options;
    this.progress = progress;
  }

  /// The tables and columns that it knows.
  public DocumentColumns columns() {
    return columns;
  }

  /// Advises on all columns of documents that the workload uses. Blocks, for minutes.
  ///
  /// @param wanted the columns to advise on
  public Advice advise(Workload workload, Predicate<DocumentColumn> wanted) {
    Proposals.Features features = features();
    List<TableAdvice> tables = new ArrayList<>();
    List<String> notes = new ArrayList<>(workload.notes());
    List<DocumentColumn> used =
        workload.statements().stream()
            .flatMap(entry -> entry.uses().uses().stream())
            .map(use -> use.column())
            .distinct()
            .filter(wanted)
            .toList();
    for (DocumentColumn document : used) {
      List<Workload.Entry> entries =
          workload.statements().stream()
              .filter(
                  entry ->
                      entry.uses().uses().stream().anyMatch(use -> use.column().equals(document)))
              .toList();
      if (!columns.isStored(document.table())) {
        notes.add(document + ": a partitioned table, a view or a foreign table is not advised on");
        continue;
      }
      try {
        tables.add(
            new TableAdvisor(connection, columns, options, progress, features, document)
                .advise(entries));
      } catch (ServerException e) {
        notes.add("%s: nothing can be advised: %s".formatted(document, e.error().message()));
      }
    }
    if (used.isEmpty()) {
      notes.add("no statement of the workload uses a document");
    }
    String server =
        connection
            .queryList(
                "select current_setting('server_version')",
                row -> Objects.requireNonNull(row.getString(0)))
            .getFirst();
    return new Advice(server, tables, notes, workload.others());
  }

  private Proposals.Features features() {
    boolean hasTrigrams =
        connection
            .queryList(
                "select exists (select 1 from pg_extension where extname = 'pg_trgm')",
                row -> row.getBoolean(0))
            .getFirst();
    boolean hasLz4 =
        connection
            .queryList(
                "select 'lz4' = any(enumvals) from pg_settings where name ="
                    + " 'default_toast_compression'",
                row -> row.getBoolean(0))
            .getFirst();
    return new Proposals.Features(hasTrigrams, hasLz4);
  }
}
