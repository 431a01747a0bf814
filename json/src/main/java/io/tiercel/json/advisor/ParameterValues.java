package io.tiercel.json.advisor;

import io.tiercel.json.SqlName;
import io.tiercel.json.advisor.workload.ParameterSource;
import io.tiercel.json.advisor.workload.StatementUses;
import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ServerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// Values for the parameters of statements: those of documents in the sample, drawn by row, so that
/// what is frequent among the documents is frequent among the values. Confined to the thread of its
/// connection.
final class ParameterValues {
  private static final int ROWS = 2_000;
  private static final int PREFIX = 4;

  private final Connection connection;
  private final SampleTable sample;

  ParameterValues(Connection connection, SampleTable sample) {
    this.connection = connection;
    this.sample = sample;
  }

  /// That a statement cannot be tried.
  static final class NoValue extends Exception {
    private static final long serialVersionUID = 1L;

    NoValue(String message) {
      super(message);
    }
  }

  /// Sets of values for all parameters.
  ///
  /// @throws NoValue if there is none for one of them
  List<Map<Integer, String>> draw(StatementUses uses, int sets) throws NoValue {
    int parameters = uses.text().parameters();
    if (parameters == 0) {
      return List.of(Map.of());
    }
    Map<Integer, ParameterSource> sources = new TreeMap<>();
    uses.sources().forEach(source -> sources.putIfAbsent(source.parameter(), source));
    for (int i = 1; i <= parameters; i++) {
      if (!sources.containsKey(i)) {
        throw new NoValue(
            "no value for $%d: it is not compared with a column or path".formatted(i));
      }
    }
    List<Map<Integer, String>> drawn = new ArrayList<>();
    for (int set = 0; set < sets; set++) {
      drawn.add(set(sources, set));
    }
    return drawn;
  }

  private Map<Integer, String> set(Map<Integer, ParameterSource> sources, int salt) throws NoValue {
    Map<Integer, String> values = new HashMap<>();
    for (ParameterSource source : sources.values()) {
      if (values.containsKey(source.parameter())) {
        continue;
      }
      // Two values of one expression are a range: in order.
      List<ParameterSource> alike =
          sources.values().stream()
              .filter(
                  other ->
                      other.expression().equals(source.expression())
                          && other.shape() == source.shape()
                          && Objects.equals(other.table(), source.table()))
              .toList();
      List<String> found = values(source, alike.size(), salt);
      for (int i = 0; i < alike.size(); i++) {
        values.put(alike.get(i).parameter(), found.get(Math.min(i, found.size() - 1)));
      }
    }
    return values;
  }

  private List<String> values(ParameterSource source, int count, int salt) throws NoValue {
    SqlName table = source.table();
    switch (source.shape()) {
      case LIMIT -> {
        return List.of("10");
      }
      case OFFSET -> {
        return List.of("0");
      }
      default -> {}
    }
    if (table == null) {
      throw new NoValue("no value for $" + source.parameter());
    }
    SqlName from = table.equals(sample.source()) ? sample.table() : table;
    String rows =
        "(select * from %s order by md5(ctid::text || '%d') limit %d) x"
            .formatted(from, salt, ROWS);
    String value =
        switch (source.shape()) {
          case LEXEME -> "(tsvector_to_array(" + source.expression() + "))[1 + " + salt + "]";
          case ELEMENT -> "jsonb_path_query((" + source.expression() + ")::jsonb, '$[*]') #>> '{}'";
          default -> source.expression();
        };
    String text =
        switch (source.shape()) {
          case PREFIX -> "left(v::text, " + PREFIX + ") || '%'";
          case ARRAY -> "array_agg(v)::text";
          default -> "v::text";
        };
    int limit = source.shape() == ParameterSource.Shape.ARRAY ? 3 : count;
    boolean isArray = source.shape() == ParameterSource.Shape.ARRAY;
    String sql =
        "select %s from (select v from (select %s as v from %s) y where v is not null limit %d) z%s"
            .formatted(text, value, rows, limit, isArray ? "" : " order by v");
    try {
      List<String> found = new ArrayList<>();
      connection.execute("savepoint draw");
      connection.query(
          sql,
          row -> {
            String one = row.getString(0);
            if (one != null) {
              found.add(one);
            }
          });
      connection.execute("release savepoint draw");
      if (found.isEmpty()) {
        throw new NoValue("no document of the sample has " + source.expression());
      }
      return found;
    } catch (ServerException e) {
      connection.execute("rollback to savepoint draw");
      throw new NoValue("no value of " + source.expression() + ": " + e.error().message());
    }
  }
}
