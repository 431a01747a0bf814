package io.tiercel.jdbc.metadata;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The server's keywords that are not reserved by SQL:2003, as `getSQLKeywords` asks for.
final class SqlKeywords {
  /// Those of PostgreSQL's keywords that SQL:2003, part 2, 5.2 has too, reserved or not.
  private static final String SQL_2003 =
      """
      absolute action add admin after all alter always and any array as asc asensitive
      assertion assignment asymmetric at atomic attribute authorization before begin between
      bigint binary boolean both breadth by call called cascade cascaded case cast catalog
      chain char character characteristics check close coalesce collate collation column
      commit committed constraint constraints continue create cross cube current current_date
      current_role current_time current_timestamp current_user cursor cycle data day
      deallocate dec decimal declare default defaults deferrable deferred definer delete
      depth desc distinct domain double drop each else end escape except exclude excluding
      execute exists external extract false fetch filter first float following for foreign
      from full function global grant granted group grouping having hold hour identity
      immediate in including increment initially inner inout input insensitive insert int
      integer intersect interval into invoker is isolation join key language large last
      lateral leading left level like local localtime localtimestamp match matched maxvalue
      merge method minute minvalue month name names national natural nchar new next no none
      normalize normalized not null nullif nulls numeric object of old on only option options
      or order ordinality others out outer over overlaps overlay overriding parameter partial
      partition path placing position preceding precision prepare preserve primary prior
      privileges procedure range read real recursive ref references referencing relative
      release repeatable restart return returns revoke right role rollback rollup routine row
      rows savepoint schema scroll search second security select sequence serializable
      session session_user set sets similar simple smallint some source sql start statement
      substring symmetric system system_user table tablesample temporary then ties time
      timestamp to trailing transaction transform treat trigger trim true type uescape
      unbounded uncommitted union unique unknown update user using value values varchar
      varying view when where window with within without work write year zone
      """;

  private static final Map<String, String> BY_VERSION = new ConcurrentHashMap<>();

  private SqlKeywords() {}

  /// The keywords in alphabetical order, separated by commas. Asks the first server of a version;
  /// blocks on the network then.
  static String of(Connection connection, String version) throws SQLException {
    String known = BY_VERSION.get(version);
    if (known == null) {
      known = asked(connection);
      BY_VERSION.put(version, known);
    }
    return known;
  }

  private static String asked(Connection connection) throws SQLException {
    try (ResultSet result =
        new MetaDataQuery(
                """
                SELECT coalesce(string_agg(word, ',' ORDER BY word), '')
                FROM pg_get_keywords()
                WHERE word <> ALL (string_to_array(?, ' '))\
                """,
                SQL_2003.strip().replace('\n', ' '))
            .execute(connection)) {
      result.next();
      return result.getString(1);
    }
  }
}
