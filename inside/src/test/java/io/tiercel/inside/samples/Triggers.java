package io.tiercel.inside.samples;

import io.tiercel.inside.PgEventTrigger;
import io.tiercel.inside.PgException;
import io.tiercel.inside.PgRow;
import io.tiercel.inside.PgSession;
import io.tiercel.inside.PgTrigger;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the trigger tests create as triggers.
public final class Triggers {
  private Triggers() {}

  /// Some of the columns of `product`, and in another order.
  public record Product(BigDecimal unitPrice, @Nullable String name) {}

  public static @Nullable Product tidy(PgTrigger<Product> trigger) {
    Product row = trigger.newRow();
    if (row == null || "skip".equals(row.name)) {
      return null;
    }
    if ("fail".equals(row.name)) {
      throw new PgException("P0999", "no such product", null, "Name it otherwise.", null);
    }
    return row.name == null ? row : new Product(row.unitPrice.setScale(1), row.name.strip());
  }

  public static @Nullable PgRow generic(PgTrigger<PgRow> trigger) {
    PgRow row = trigger.newRow();
    return row == null ? trigger.oldRow() : row.with("name", trigger.name() + row.get("tags"));
  }

  /// Writes what it was told into the table that its first argument names.
  public static void audit(PgTrigger<PgRow> trigger) {
    PgSession.current()
        .execute(
            "insert into " + trigger.arguments().getFirst() + " (what) values ($1)",
            "%s %s %s %s %s.%s %s %s"
                .formatted(
                    trigger.timing(),
                    trigger.event(),
                    trigger.isForEachRow() ? "ROW" : "STATEMENT",
                    trigger.name(),
                    trigger.schema(),
                    trigger.table(),
                    id(trigger.oldRow()),
                    id(trigger.newRow())));
  }

  private static @Nullable Object id(@Nullable PgRow row) {
    return row == null ? null : row.get("id");
  }

  public record Id(int id) {}

  /// What a statement has changed, by the transition tables themselves and by SQL.
  public static void summary(PgTrigger<Id> trigger) {
    long oldSum = 0;
    for (Id row : trigger.oldRows()) {
      oldSum += row.id;
    }
    long newSum = 0;
    long count = 0;
    for (int round = 0; round < 2; round++) {
      for (Id row : trigger.newRows()) {
        newSum += row.id;
        count++;
      }
    }
    List<@Nullable Long> bySql =
        PgSession.current()
            .query(Long.class, "select count(*) from new_rows join old_rows using (id)");
    PgSession.current()
        .execute(
            "insert into log (what) values ($1)",
            "old %d new %d of %d, %d".formatted(oldSum, newSum, count, bySql.getFirst()));
  }

  /// Its trigger has no such tables.
  public static void missingTable(PgTrigger<Id> trigger) {
    trigger.newRows().forEach(_ -> {});
  }

  /// Of a call that is over.
  private static @Nullable Iterable<Id> kept;

  public static void keep(PgTrigger<Id> trigger) {
    kept = trigger.newRows();
  }

  public static int readKept() {
    int count = 0;
    for (Id _ : java.util.Objects.requireNonNull(kept)) {
      count++;
    }
    return count;
  }

  public static Object wrongRow(PgTrigger<Product> trigger) {
    return new Id(trigger.arguments().size());
  }

  public static void ddl(PgEventTrigger trigger) {
    List<@Nullable String> objects =
        trigger.event().equals("ddl_command_end")
            ? PgSession.current()
                .query(String.class, "select object_identity from pg_event_trigger_ddl_commands()")
            : List.<@Nullable String>of();
    if (objects.contains("public.forbidden")) {
      throw new PgException("42501", "not that one");
    }
    PgSession.current()
        .execute(
            "insert into log (what) values ($1)",
            trigger.event() + " " + trigger.commandTag() + " " + objects);
  }
}
