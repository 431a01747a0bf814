package io.tiercel.jpa.schema;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.History;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Table;
import java.util.Collection;

/// Compares where the former rows of an entity are with what `as of` reads and the trigger writes.
final class HistoryComparison {
  private static final int TSTZRANGE = 3910;

  private final History history;
  private final FoundTable present;
  private final FoundTable former;

  /// @param present the entity's table
  /// @param former the table of former rows; the entity's where that has them
  HistoryComparison(History history, FoundTable present, FoundTable former) {
    this.history = history;
    this.present = present;
    this.former = former;
  }

  void addTo(Collection<SchemaDifference> differences) {
    if (!present.exists()) {
      return; // that is told of the table itself
    }
    Table own = history.entity().table();
    comparePeriod(own, present, differences);
    Table table = history.table();
    if (table == null) {
      return;
    }
    if (!former.exists()) {
      differences.add(
          new SchemaDifference(
              "table %s, the history of %s, does not exist".formatted(table, own),
              history.managed()
                  ? "call Histories.migrate(), or run Histories.script()"
                  : "create table %s (like %s)".formatted(table.sql(), own.sql())));
      return;
    }
    comparePeriod(table, former, differences);
    for (Column column : history.columns()) {
      if (!former.columns.containsKey(column.name())) {
        differences.add(
            new SchemaDifference(
                "column %s.%s does not exist".formatted(table, column.sql()),
                "alter table %s add column %s %s"
                    .formatted(table.sql(), column.sql(), column.sqlType())));
      }
    }
    if (history.managed()) {
      compareTrigger(table, differences);
    }
  }

  private void comparePeriod(
      Table table, FoundTable found, Collection<SchemaDifference> differences) {
    String period = Identifier.quote(history.period());
    var column = found.columns.get(history.period());
    if (column == null) {
      differences.add(
          new SchemaDifference(
              "column %s.%s, the period of its rows, does not exist".formatted(table, period),
              "alter table %s add column %s tstzrange not null default tstzrange(current_timestamp, null)"
                  .formatted(table.sql(), period)));
    } else if (column.typeOid() != TSTZRANGE) {
      differences.add(
          new SchemaDifference(
              "column %s.%s, the period of its rows, is of type %s"
                  .formatted(table, period, column.type()),
              "alter table %s alter column %s type tstzrange".formatted(table.sql(), period)));
    }
  }

  private void compareTrigger(Table table, Collection<SchemaDifference> differences) {
    String trigger = new HistoryDraft(history, table).keeper().name();
    if (!present.triggers.contains(trigger)) {
      differences.add(
          new SchemaDifference(
              "nothing writes %s: table %s has no trigger %s that is enabled"
                  .formatted(table, history.entity().table(), Identifier.quote(trigger)),
              "call Histories.migrate(), or run Histories.script()"));
    }
  }
}
