package io.tiercel.jdbc.session;

import io.tiercel.wire.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Which tables treat many rows in one command just as one row in each of many commands: those
/// without triggers of users, rules and row security. What was found is believed for a while,
/// until this session changes definitions or settings. Guarded by the session's lock.
public final class PlainTables {
  private static final long BELIEVED_NANOS = Duration.ofSeconds(10).toNanos();

  private static final String PART = "(?:\"(?:[^\"]|\"\")+\"|[\\p{L}_][\\p{L}\\p{N}_$]*)";

  /// A name that `to_regclass` surely takes.
  private static final Pattern NAME = Pattern.compile(PART + "(?:\\." + PART + ")?");

  private static final String QUERY =
      """
      select c.relkind in ('r', 'p') and not c.relhasrules and not c.relrowsecurity
          and not exists (
            select from pg_trigger g
            where not g.tgisinternal
            and (g.tgrelid = c.oid or g.tgrelid in (select relid from pg_partition_tree(c.oid))))
      from pg_class c where c.oid = to_regclass($1)""";

  private record Finding(boolean isPlain, long atNanos) {}

  private final Connection wire;
  private final Map<String, Finding> findings = new HashMap<>();

  /// Whether the transaction has changed something that its end may take back.
  private boolean isUnsettled;

  PlainTables(Connection wire) {
    this.wire = wire;
  }

  /// Something is run that may change what a name means or how a table behaves.
  public void unsettle() {
    findings.clear();
    isUnsettled = true;
  }

  /// The transaction is over, and with it local settings, or definitions that were rolled back.
  void transactionEnded() {
    if (isUnsettled) {
      findings.clear();
      isUnsettled = false;
    }
  }

  /// Whether the table, named as in SQL, is one. May ask the server. Blocks.
  public boolean contains(String table) {
    if (!NAME.matcher(table).matches()) {
      return false;
    }
    Finding known = findings.get(table);
    long now = System.nanoTime();
    if (known == null || now - known.atNanos > BELIEVED_NANOS) {
      List<Boolean> found = wire.queryList(QUERY, row -> row.getBoolean(0), table);
      known = new Finding(!found.isEmpty() && found.getFirst(), now);
      findings.put(table, known);
    }
    return known.isPlain;
  }
}
