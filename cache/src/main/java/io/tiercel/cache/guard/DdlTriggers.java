package io.tiercel.cache.guard;

import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ServerException;
import org.jspecify.annotations.Nullable;

/// Event triggers that put a message on the stream, in the order of the commits, when a transaction
/// has changed definitions. Creating them takes a superuser, or what a managed server has for that;
/// without them the catalog is asked once in a while. They fire in sessions with
/// `session_replication_role = replica` as well.
public final class DdlTriggers {
  /// The messages' prefix.
  public static final String PREFIX = "tiercel.ddl";

  private static final String END = "tiercel_ddl_end";
  private static final String DROP = "tiercel_ddl_drop";

  /// Whether both fire in every session.
  static final String ARE_THERE =
      """
      2 = (SELECT count(*) FROM pg_catalog.pg_event_trigger t
        WHERE t.evtname IN ('%s', '%s') AND t.evtenabled = 'A')\
      """
          .formatted(END, DROP);

  /// What is created and can concern no row that is cached says nothing, and nothing does that
  /// lives in a session. A new table does if it is a partition, or inherits. Of what is dropped,
  /// everything that a table is made of.
  private static final String FUNCTION =
      """
      CREATE OR REPLACE FUNCTION tiercel.announce_ddl() RETURNS event_trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        IF tg_event = 'sql_drop' THEN
          IF NOT EXISTS (
            SELECT FROM pg_event_trigger_dropped_objects() d
            WHERE NOT d.is_temporary
              AND d.object_type NOT IN ('function', 'procedure', 'aggregate', 'sequence', 'view',
                'materialized view', 'default value', 'default acl', 'trigger'))
          THEN RETURN; END IF;
        ELSIF NOT EXISTS (
          SELECT FROM pg_event_trigger_ddl_commands() d
          WHERE coalesce(d.schema_name, '') NOT LIKE 'pg_temp%'
            AND d.command_tag NOT IN ('GRANT', 'REVOKE', 'COMMENT', 'SECURITY LABEL',
              'REFRESH MATERIALIZED VIEW', 'ALTER SEQUENCE', 'ALTER FUNCTION', 'ALTER VIEW',
              'ALTER DEFAULT PRIVILEGES')
            AND (d.command_tag NOT LIKE 'CREATE %'
              OR d.command_tag IN ('CREATE PUBLICATION', 'CREATE POLICY', 'CREATE RULE')
              OR (d.command_tag = 'CREATE TABLE'
                AND EXISTS (SELECT FROM pg_inherits i WHERE i.inhrelid = d.objid))))
        THEN RETURN; END IF;
        PERFORM pg_logical_emit_message(true, 'tiercel.ddl', tg_tag);
      END $$\
      """;

  private DdlTriggers() {}

  /// Creates them unless they are there. Blocks.
  ///
  /// @return why they are not there, as the role may not create them; null when they are
  public static @Nullable Obstacle complete(Connection connection) {
    if ("t".equals(connection.simpleQuery("select " + ARE_THERE).getFirst().getFirst())) {
      return null;
    }
    try {
      connection.script(
          "BEGIN; SELECT pg_catalog.pg_advisory_xact_lock(hashtext('tiercel triggers'));"
              + statements()
              + "; COMMIT");
      return null;
    } catch (ServerException e) {
      if (!e.isConnectionUsable()) {
        throw e;
      }
      connection.script("ROLLBACK");
      return new Obstacle(
          "changes of definitions are looked up once in a while, and not announced: "
              + e.error().message(),
          "as a superuser, " + statements().replaceAll("\\s+", " "));
    }
  }

  /// All that somebody with the rights has to run once.
  public static String statements() {
    return String.join(
        ";\n",
        "CREATE SCHEMA IF NOT EXISTS tiercel",
        FUNCTION,
        "DROP EVENT TRIGGER IF EXISTS " + END,
        "DROP EVENT TRIGGER IF EXISTS " + DROP,
        "CREATE EVENT TRIGGER %s ON ddl_command_end EXECUTE FUNCTION tiercel.announce_ddl()"
            .formatted(END),
        "CREATE EVENT TRIGGER %s ON sql_drop EXECUTE FUNCTION tiercel.announce_ddl()"
            .formatted(DROP),
        "ALTER EVENT TRIGGER %s ENABLE ALWAYS".formatted(END),
        "ALTER EVENT TRIGGER %s ENABLE ALWAYS".formatted(DROP));
  }
}
