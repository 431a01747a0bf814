package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.session.Session;
import io.tiercel.jdbc.sql.CallShape;
import io.tiercel.jdbc.sql.ParsedSql;
import io.tiercel.jdbc.sql.SqlCommand;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The names of the parameters of a call: those written in it, `{call f(a => ?)}`, else those that
/// the routine declares, provided that there is only one of its name.
final class ArgumentNames {
  private static final String QUERY =
      """
      select a.name, a.position
      from pg_catalog.pg_proc p
      cross join lateral unnest(p.proargnames) with ordinality a(name, position)
      where p.oid = pg_catalog.to_regproc($1::text)
        and a.name <> '' and coalesce(p.proargmodes[a.position], 'i') <> 't'
      """;

  private final Session session;
  private final @Nullable CallShape call;
  private @Nullable Map<String, Integer> indexes;

  ArgumentNames(Session session, ParsedSql parsed) {
    this.session = session;
    SqlCommand first = parsed.commands().isEmpty() ? null : parsed.commands().getFirst();
    call = first == null ? null : first.call();
  }

  /// The index of a parameter, from 1. Blocks if the routine has to be looked up.
  int index(String name) throws SQLException {
    Map<String, Integer> known = indexes;
    if (known == null) {
      known = load();
      indexes = known;
    }
    Integer exact = known.get(name);
    if (exact == null) {
      exact = known.get(name.toLowerCase(Locale.ROOT));
    }
    if (exact == null) {
      throw SqlExceptions.of(
          "07009",
          "the call has no parameter named \"%s\"\nHint: %s"
              .formatted(
                  name,
                  known.isEmpty()
                      ? "name it in the call, as in {call f(%s => ?)}.".formatted(name)
                      : "it has " + String.join(", ", known.keySet()) + "."),
          null);
    }
    return exact;
  }

  private Map<String, Integer> load() throws SQLException {
    CallShape shape = call;
    if (shape == null) {
      return Map.of();
    }
    return shape.isPlain() ? declared(shape) : shape.names();
  }

  private Map<String, Integer> declared(CallShape shape) throws SQLException {
    int before = shape.returnsValue() ? 1 : 0;
    return session.exchange(
        pipeline -> {
          var found = new HashMap<String, Integer>();
          session
              .wire()
              .query(
                  QUERY,
                  row -> found.put(row.getString(0), before + (int) row.getLong(1)),
                  shape.routine());
          return found;
        });
  }
}
