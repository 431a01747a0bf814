package io.tiercel.json.search;

import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.CqlQuery;
import io.tiercel.json.cql.CqlString;
import io.tiercel.json.cql.DiagnosticType;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.path.MappedPath;
import io.tiercel.wire.Connection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds documents by queries in CQL. Counts are exact, and pages go on behind the last record of
/// the page before rather than at a number: a record is on one page only, however far one goes, and
/// what is stored meanwhile moves none. Confined to the thread of its connection.
public final class DocumentSearch {
  private static final int MAX_SORT_KEYS = 5;

  private final Connection connection;
  private final CqlProfile profile;

  public DocumentSearch(Connection connection, CqlProfile profile) {
    this.connection = connection;
    this.profile = profile;
  }

  /// A statement and its parameters, all of them texts.
  ///
  /// @param sql of the mapping's literals and `$1`, `$2`, … alone
  public record Statement(String sql, List<String> parameters) {
    public Statement {
      parameters = List.copyOf(parameters);
    }
  }

  /// How many documents a query finds. Blocks.
  ///
  /// @throws CqlException with the diagnostic if the query cannot be answered
  public long count(CqlQuery query) {
    Statement statement = countStatement(query);
    long[] count = new long[1];
    connection.query(
        statement.sql(), row -> count[0] = row.getLong(0), statement.parameters().toArray());
    return count[0];
  }

  /// What [#count] asks the server.
  public Statement countStatement(CqlQuery query) {
    var sql = new Sql();
    String where = condition(query, sql, columns(query));
    return new Statement(
        "select count(*) from %s where %s".formatted(profile.table().table(), where),
        sql.parameters());
  }

  /// The documents of a query in its order, and by id where it has none. Blocks.
  ///
  /// @param after where the page begins: null for the first, [Page#next()] for others
  /// @param size at most so many documents
  /// @throws CqlException with the diagnostic if the query cannot be answered
  /// @throws IllegalArgumentException if `after` is of another query, or the size is not positive
  public Page page(CqlQuery query, @Nullable String after, int size) {
    if (size < 1) {
      throw new IllegalArgumentException("a page has at least one document, asked for " + size);
    }
    List<SortColumn> columns = columns(query);
    Cursor cursor = after == null ? null : cursor(query, columns, after);
    refuseMissing(query, columns);
    var rows = new ArrayList<PageStatement.Found>();
    for (Statement statement : pageStatements(query, columns, cursor, size + 1L, true)) {
      if (rows.size() <= size) {
        connection.query(
            statement.sql(),
            row -> rows.add(PageStatement.read(row, columns.size())),
            statement.parameters().toArray());
      }
    }
    List<Hit> hits = rows.stream().limit(size).map(PageStatement.Found::hit).toList();
    if (rows.size() <= size) {
      return new Page(hits, null);
    }
    PageStatement.Found last = rows.get(size - 1);
    return new Page(hits, new Cursor(digest(query), last.values(), last.hit().id()).encode());
  }

  /// What [#page] asks the server: two statements where there is a sort key, those with a value of
  /// the first key and those without, each of which an index brings in order.
  public List<Statement> pageStatements(CqlQuery query, @Nullable String after, int size) {
    List<SortColumn> columns = columns(query);
    Cursor cursor = after == null ? null : cursor(query, columns, after);
    return pageStatements(query, columns, cursor, size, true);
  }

  /// The place behind the first `count` documents of a query, for those who begin in the middle:
  /// what comes before is read, its keys alone. Blocks.
  ///
  /// @return for [#page]; null if there are no more than that many documents
  /// @throws CqlException with the diagnostic if the query cannot be answered
  /// @throws IllegalArgumentException if the count is not positive
  public @Nullable String behind(CqlQuery query, long count) {
    if (count < 1) {
      throw new IllegalArgumentException("the first document is behind none, asked for " + count);
    }
    List<SortColumn> columns = columns(query);
    long[] seen = new long[1];
    var last = new ArrayList<PageStatement.Found>(1);
    for (Statement statement : pageStatements(query, columns, null, count + 1, false)) {
      if (seen[0] <= count) {
        connection.query(
            statement.sql(),
            row -> {
              if (++seen[0] == count) {
                last.add(PageStatement.read(row, columns.size()));
              }
            },
            statement.parameters().toArray());
      }
    }
    if (seen[0] <= count) {
      return null;
    }
    PageStatement.Found found = last.getFirst();
    return new Cursor(digest(query), found.values(), found.hit().id()).encode();
  }

  /// The values of an index in a result, the most frequent first, each with the number of documents
  /// that have it. All of the result is read for it. Blocks.
  ///
  /// @param index as a query names it, with its prefix where it has one
  /// @param limit at most so many values
  /// @throws CqlException with the diagnostic if the query cannot be answered, there is no such
  ///     index, or it is of words alone
  /// @throws IllegalArgumentException if the limit is not positive
  public List<FacetCount> facet(CqlQuery query, String index, int limit) {
    List<FacetCount> counts = counts(facetStatement(query, index, limit, false));
    // What is less frequent than these as a beginning is no more frequent as a whole.
    return isOfBeginnings(index)
            && counts.stream().anyMatch(count -> FacetStatement.isBeginning(count.value()))
        ? counts(facetStatement(query, index, limit, true))
        : counts;
  }

  private List<FacetCount> counts(Statement statement) {
    return connection.queryList(
        statement.sql(),
        row -> new FacetCount(String.valueOf(row.getString(0)), row.getLong(1)),
        statement.parameters().toArray());
  }

  private boolean isOfBeginnings(String index) {
    return FacetStatement.isOfBeginnings(facetPath(index, new Sql()));
  }

  private MappedPath facetPath(String index, Sql sql) {
    return new CqlTranslator(profile, sql).path(CqlString.literal(index), Names.of(profile));
  }

  /// What [#facet] asks the server first; a second time where a text is so long that a column has
  /// its beginning only.
  public Statement facetStatement(CqlQuery query, String index, int limit) {
    return facetStatement(query, index, limit, false);
  }

  private Statement facetStatement(CqlQuery query, String index, int limit, boolean isExact) {
    if (limit < 1) {
      throw new IllegalArgumentException("a facet has at least one value, asked for " + limit);
    }
    var sql = new Sql();
    MappedPath path = facetPath(index, sql);
    String where = condition(query, sql, columns(query));
    return new Statement(
        FacetStatement.of(profile.table(), path, where, limit, isExact), sql.parameters());
  }

  private List<Statement> pageStatements(
      CqlQuery query,
      List<SortColumn> columns,
      @Nullable Cursor cursor,
      long limit,
      boolean hasDocument) {
    List<Statement> statements = new ArrayList<>();
    for (PageStatement.Part part : PageStatement.parts(columns, cursor)) {
      var sql = new Sql();
      String where = condition(query, sql, columns);
      var page = new PageStatement(profile.table(), columns, sql);
      statements.add(
          new Statement(page.select(where, part, cursor, limit, hasDocument), sql.parameters()));
    }
    return statements;
  }

  private Cursor cursor(CqlQuery query, List<SortColumn> columns, String after) {
    Cursor cursor = Cursor.decode(after);
    if (!cursor.query().equals(digest(query)) || cursor.values().size() != columns.size()) {
      throw new IllegalArgumentException("the cursor is of another query");
    }
    return cursor;
  }

  private static String digest(CqlQuery query) {
    return Integer.toHexString(query.toString().hashCode());
  }

  private Names names(CqlQuery query) {
    return Names.of(profile).within(query.prefixes());
  }

  private String condition(CqlQuery query, Sql sql, List<SortColumn> columns) {
    var where =
        new StringBuilder(new CqlTranslator(profile, sql).condition(query.root(), names(query)));
    for (SortColumn column : columns) {
      if (column.omitsMissing()) {
        where.append(" and ").append(column.expression()).append(" is not null");
      }
    }
    return where.toString();
  }

  private List<SortColumn> columns(CqlQuery query) {
    if (query.sortKeys().size() > MAX_SORT_KEYS) {
      throw new CqlException(
          DiagnosticType.TOO_MANY_SORT_KEYS,
          String.valueOf(MAX_SORT_KEYS),
          query.sortKeys().get(MAX_SORT_KEYS).index().position());
    }
    var translator = new CqlTranslator(profile, new Sql());
    Names names = names(query);
    return query.sortKeys().stream()
        .map(key -> SortColumn.of(key, translator.path(key.index(), names), names, profile))
        .toList();
  }

  /// Where the query says so, one record without a value of a sort key ends the sorting.
  private void refuseMissing(CqlQuery query, List<SortColumn> columns) {
    for (int i = 0; i < columns.size(); i++) {
      SortColumn column = columns.get(i);
      if (!column.failsForMissing()) {
        continue;
      }
      var sql = new Sql();
      DocumentTable table = profile.table();
      String missing =
          "select 1 from %s where %s and %s is null limit 1"
              .formatted(table.table(), condition(query, sql, columns), column.expression());
      if (connection.query(missing, row -> {}, sql.parameters().toArray()) > 0) {
        var key = query.sortKeys().get(i);
        throw new CqlException(DiagnosticType.SORT_ENDED, key.toString(), key.index().position());
      }
    }
  }
}
