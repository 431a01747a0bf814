package io.tiercel.cache.tiered;

import io.tiercel.cache.guard.TableName;
import io.tiercel.wire.Connection;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Asks which version of a row the database has: its `xmin`, the transaction that wrote it. VACUUM
/// leaves it as it is, and any UPDATE changes it.
final class VersionQuery {
  private static final Map<Class<?>, String> ARRAYS =
      Map.ofEntries(
          Map.entry(Integer.class, "int4"),
          Map.entry(Long.class, "int8"),
          Map.entry(Short.class, "int2"),
          Map.entry(String.class, "text"),
          Map.entry(UUID.class, "uuid"),
          Map.entry(Boolean.class, "bool"),
          Map.entry(BigDecimal.class, "numeric"),
          Map.entry(BigInteger.class, "numeric"),
          Map.entry(LocalDate.class, "date"),
          Map.entry(LocalDateTime.class, "timestamp"),
          Map.entry(Instant.class, "timestamptz"));

  private static final String TYPE =
      """
      select pg_catalog.format_type(a.atttypid, a.atttypmod)
        from pg_catalog.pg_attribute a
             join pg_catalog.pg_class c on c.oid = a.attrelid
             join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       where n.nspname = $1 and c.relname = $2 and a.attname = $3\
      """;

  private static final Set<Class<?>> WHOLE_NUMBERS = Set.of(Short.class, Integer.class, Long.class);
  private static final Set<String> WHOLE_TYPES = Set.of("smallint", "integer", "bigint");

  private final List<Class<?>> types;
  private final String sql;

  /// Whether the server tells rows by their keys, instead of by their places among the ids.
  private final boolean isByKey;

  private VersionQuery(List<Class<?>> types, String sql, boolean isByKey) {
    this.types = types;
    this.sql = sql;
    this.isByKey = isByKey;
  }

  /// For rows by their ids. Blocks.
  static VersionQuery of(Connection connection, TieredRegion<?, ?> region) {
    TableName table = region.tables().getFirst();
    List<TieredRegion.Column> key = region.key();
    if (key.size() == 1 && WHOLE_NUMBERS.contains(key.getFirst().javaType())) {
      String type = type(connection, table, key.getFirst().name());
      if (WHOLE_TYPES.contains(type)) {
        return ofNumbers(table, key.getFirst(), type);
      }
    }
    String arrays =
        IntStream.range(0, key.size())
            .mapToObj(
                i ->
                    "$%d::%s[]"
                        .formatted(
                            i + 1,
                            Objects.requireNonNull(
                                ARRAYS.get(key.get(i).javaType()), "no id has such a column")))
            .collect(Collectors.joining(", "));
    String names =
        IntStream.range(0, key.size()).mapToObj(i -> "k" + i).collect(Collectors.joining(", "));
    String condition =
        IntStream.range(0, key.size())
            .mapToObj(
                i ->
                    "t.%s = u.k%d::%s"
                        .formatted(
                            quoted(key.get(i).name()),
                            i,
                            type(connection, table, key.get(i).name())))
            .collect(Collectors.joining(" and "));
    return new VersionQuery(
        key.stream().<Class<?>>map(TieredRegion.Column::javaType).toList(),
        "select u.n, t.xmin from unnest(%s) with ordinality as u(%s, n) join %s.%s t on %s"
            .formatted(arrays, names, quoted(table.schema()), quoted(table.name()), condition),
        false);
  }

  /// Keys that compare in Java as in the database are looked for in their order, which takes the
  /// server a quarter of the work that a join takes.
  private static VersionQuery ofNumbers(TableName table, TieredRegion.Column key, String type) {
    return new VersionQuery(
        List.of(Long.class),
        "select t.%1$s::int8, t.xmin from %2$s.%3$s t where t.%1$s = any ($1::int8[]::%4$s[])"
            .formatted(quoted(key.name()), quoted(table.schema()), quoted(table.name()), type),
        true);
  }

  private static String type(Connection connection, TableName table, String column) {
    return connection
        .queryList(
            TYPE,
            row -> Objects.requireNonNull(row.getString(0)),
            table.schema(),
            table.name(),
            column)
        .getFirst();
  }

  private static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /// The versions of rows, in the order of their ids; 0 for a row that is not there. Blocks.
  ///
  /// @param ids the values of the key's columns of each
  long[] versions(Connection connection, List<Object[]> ids) {
    return isByKey ? byKey(connection, ids) : byPlace(connection, ids);
  }

  private long[] byKey(Connection connection, List<Object[]> ids) {
    Long[] keys = new Long[ids.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = ((Number) ids.get(i)[0]).longValue();
    }
    Map<Long, Long> byKey = HashMap.newHashMap(keys.length);
    connection.query(sql, row -> byKey.put(row.getLong(0), row.getLong(1)), (Object) keys);
    long[] versions = new long[keys.length];
    for (int i = 0; i < keys.length; i++) {
      versions[i] = byKey.getOrDefault(keys[i], 0L);
    }
    return versions;
  }

  private long[] byPlace(Connection connection, List<Object[]> ids) {
    Object[] parameters = new Object[types.size()];
    for (int column = 0; column < parameters.length; column++) {
      parameters[column] = array(ids, column);
    }
    long[] versions = new long[ids.size()];
    connection.query(
        sql, row -> versions[Math.toIntExact(row.getLong(0)) - 1] = row.getLong(1), parameters);
    return versions;
  }

  private Object array(List<Object[]> ids, int column) {
    Class<?> type = types.get(column);
    Class<?> sent = type == BigInteger.class ? BigDecimal.class : type;
    Object array = Array.newInstance(sent, ids.size());
    for (int i = 0; i < ids.size(); i++) {
      Object value = ids.get(i)[column];
      Array.set(array, i, value instanceof BigInteger whole ? new BigDecimal(whole) : value);
    }
    return array;
  }
}
