package io.tiercel.cache.journal;

import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ServerException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/// The table `tiercel.journal` and the triggers that write it, in the same transaction as the
/// change: one row for each statement, with the transaction's id and the keys. The triggers fire in
/// sessions with `session_replication_role = replica` as well. The table is unlogged: a crash
/// empties it, and ends every connection that reads it, so nothing is believed that it has lost.
///
/// A statement that changes more than 100,000 rows is recorded as a change of the whole table.
public final class Journal {
  /// Names of the triggers begin so.
  static final String PREFIX = "tiercel_journal_";

  private static final Logger LOG = System.getLogger(Journal.class.getName());

  private static final String TABLE =
      """
      CREATE SCHEMA IF NOT EXISTS tiercel;
      CREATE UNLOGGED TABLE IF NOT EXISTS tiercel.journal (
        xid xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(),
        relation oid NOT NULL,
        keys text[]);
      CREATE INDEX IF NOT EXISTS journal_xid ON tiercel.journal (xid)\
      """;

  /// The arguments of a trigger are the columns of the key. Values are written as the type's output
  /// function has them, which is how a stream brings them, whatever the session has set.
  private static final String FUNCTION =
      """
      CREATE OR REPLACE FUNCTION tiercel.record_change() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      SET datestyle = 'ISO, YMD' SET intervalstyle = 'postgres' SET bytea_output = 'hex'
      SET extra_float_digits = 1 SET timezone = 'UTC' AS $$
      DECLARE
        most CONSTANT int := 100000;
        columns text;
        texts text;
        rows text;
        keys text[];
      BEGIN
        IF TG_OP = 'TRUNCATE' THEN
          INSERT INTO tiercel.journal (relation) VALUES (TG_RELID);
          RETURN NULL;
        END IF;
        SELECT string_agg(format('%I', c), ', '), string_agg(format('format(''%%s'', %I)', c), ', ')
          INTO columns, texts FROM unnest(TG_ARGV) c;
        rows := CASE TG_OP
          WHEN 'INSERT' THEN format('SELECT %s FROM new_rows', columns)
          WHEN 'DELETE' THEN format('SELECT %s FROM old_rows', columns)
          ELSE format('SELECT %s FROM old_rows UNION SELECT %s FROM new_rows', columns, columns)
          END;
        EXECUTE format('SELECT array_agg(ARRAY[%s]) FROM (SELECT * FROM (%s) a LIMIT %s) r',
          texts, rows, most + 1) INTO keys;
        IF keys IS NOT NULL THEN
          INSERT INTO tiercel.journal (relation, keys)
            VALUES (TG_RELID, CASE WHEN array_length(keys, 1) <= most THEN keys END);
        END IF;
        RETURN NULL;
      END $$\
      """;

  private Journal() {}

  /// Creates what is not there, as far as the role may: a schema, a table and a function, and the
  /// triggers of the tables it owns. What is lacking afterwards is for [JournalCatalog] to see.
  /// Blocks.
  public static void complete(Connection connection, List<JournaledTable> tables) {
    if (!isThere(connection) && !attempt(connection, creation())) {
      return;
    }
    for (JournaledTable table : tables) {
      for (String relation : table.lacking()) {
        var unused = attempt(connection, triggers(relation, table.keyNames()));
      }
    }
  }

  /// Whether the table and the function are there. Blocks.
  public static boolean isThere(Connection connection) {
    return "t"
        .equals(
            connection
                .simpleQuery(
                    "select to_regclass('tiercel.journal') is not null"
                        + " and to_regproc('tiercel.record_change') is not null")
                .getFirst()
                .getFirst());
  }

  private static boolean attempt(Connection connection, String statements) {
    try {
      connection.script(
          "BEGIN; SELECT pg_catalog.pg_advisory_xact_lock(hashtext('tiercel journal'));"
              + statements
              + "; COMMIT");
      return true;
    } catch (ServerException e) {
      if (!e.isConnectionUsable()) {
        throw e;
      }
      connection.script("ROLLBACK");
      LOG.log(Level.DEBUG, () -> "could not prepare the journal: " + e.getMessage());
      return false;
    }
  }

  private static String creation() {
    return TABLE + ";\n" + FUNCTION;
  }

  /// All that somebody with the rights has to run once, in one transaction.
  ///
  /// @param role of the cache, which reads the journal and takes out what is old
  public static String statements(String role, List<JournaledTable> tables) {
    List<String> statements = new ArrayList<>();
    statements.add(creation());
    String quoted = '"' + role.replace("\"", "\"\"") + '"';
    statements.add("GRANT USAGE ON SCHEMA tiercel TO " + quoted);
    statements.add("GRANT SELECT, DELETE ON tiercel.journal TO " + quoted);
    for (JournaledTable table : tables) {
      table.lacking().forEach(relation -> statements.add(triggers(relation, table.keyNames())));
    }
    return String.join(";\n", statements);
  }

  /// @param relation as SQL names it
  static String triggers(String relation, List<String> key) {
    String arguments =
        String.join(", ", key.stream().map(name -> "'" + name.replace("'", "''") + "'").toList());
    return String.join(
        ";\n",
        trigger(relation, "insert", "INSERT", "REFERENCING NEW TABLE AS new_rows", arguments),
        trigger(
            relation,
            "update",
            "UPDATE",
            "REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows",
            arguments),
        trigger(relation, "delete", "DELETE", "REFERENCING OLD TABLE AS old_rows", arguments),
        trigger(relation, "truncate", "TRUNCATE", "", arguments));
  }

  private static String trigger(
      String relation, String name, String event, String rows, String arguments) {
    return """
    CREATE OR REPLACE TRIGGER %1$s%3$s AFTER %4$s ON %2$s %5$s
      FOR EACH STATEMENT EXECUTE FUNCTION tiercel.record_change(%6$s);
    ALTER TABLE %2$s ENABLE ALWAYS TRIGGER %1$s%3$s\
    """
        .formatted(PREFIX, relation, name, event, rows, arguments);
  }
}
