package io.tiercel.cache.guard;

/// What names of tables without a schema mean in a session of the server. Immutable.
///
/// @param schemas that are looked through, in that order, without those of temporary tables
/// @param hidesTables whether a temporary table of the session has the name of one of those that
///     were asked about: it is found before them
public record SearchPath(String schemas, boolean hidesTables) {
  /// The first one; its only parameter, an array of names, is that of the second.
  public static final String SCHEMAS =
      "(select pg_catalog.string_agg(u.n, ',' order by u.i)"
          + " from pg_catalog.unnest(pg_catalog.current_schemas(true)) with ordinality u(n, i)"
          + " where u.n not like 'pg\\_temp\\_%')";

  /// The second one.
  public static final String HIDES_TABLES =
      "exists (select from pg_catalog.pg_class c where c.relnamespace ="
          + " pg_catalog.pg_my_temp_schema() and c.relname = any($1::text[]))";
}
