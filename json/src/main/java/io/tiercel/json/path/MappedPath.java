package io.tiercel.json.path;

import io.tiercel.json.SqlName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A path that is queried, and how. For each kind of index there is one expression, made here and
/// nowhere else: it stands in the index and in every query, so that a query hits the index that
/// exists. All of the path is in it as literals. Immutable.
///
/// @param name letters, digits and underscores, unique in its [DocumentTable]; names the indexes
/// @param normalisation of texts and words; numbers need none
/// @param kinds of indexes, at least one
/// @param storage where its texts and numbers are
public record MappedPath(
    String name,
    DocumentPath path,
    Normalisation normalisation,
    Set<IndexKind> kinds,
    PathStorage storage) {
  /// What of a text is indexed: a btree takes 2,704 bytes, and a character has up to four.
  public static final int INDEXED_CHARACTERS = 600;

  /// The kinds whose value a column can hold.
  private static final Set<IndexKind> STORABLE = Set.of(IndexKind.TEXT, IndexKind.NUMBER);

  /// @throws IllegalArgumentException if the name is none, there is no kind, a plural path is to be
  ///     a number, to have trigrams or to be stored, or nothing that is stored would have an order
  public MappedPath {
    kinds = Set.copyOf(kinds);
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw new IllegalArgumentException(
          "a mapped path's name is of letters, digits and underscores, got " + name);
    }
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException("the path %s has no kind of index".formatted(name));
    }
    if (path.isPlural() && kinds.contains(IndexKind.NUMBER)) {
      throw new IllegalArgumentException(
          "the path %s leads to several values, which have no order as numbers".formatted(name));
    }
    if (path.isPlural() && kinds.contains(IndexKind.TRIGRAMS)) {
      throw new IllegalArgumentException(
          "the path %s leads to several values, which have no trigrams".formatted(name));
    }
    if (storage == PathStorage.STORED
        && (path.isPlural() || Collections.disjoint(kinds, STORABLE))) {
      throw new IllegalArgumentException(
          "the path %s has no text or number of its own that a column could hold".formatted(name));
    }
  }

  /// A path whose values are in the document alone.
  public MappedPath(
      String name, DocumentPath path, Normalisation normalisation, Set<IndexKind> kinds) {
    this(name, path, normalisation, kinds, PathStorage.EXPRESSION);
  }

  /// The same path with its values elsewhere.
  public MappedPath in(PathStorage other) {
    return new MappedPath(name, path, normalisation, kinds, other);
  }

  /// A path with its kinds of indexes.
  public static MappedPath of(
      String name, String path, Normalisation normalisation, IndexKind... kinds) {
    return new MappedPath(name, DocumentPath.parse(path), normalisation, Set.of(kinds));
  }

  /// The whole text, normalised; of a path that is not plural.
  public String wholeText(SqlName document) {
    return wholeText(document.toString());
  }

  /// The same of a document that is an expression in SQL.
  public String wholeText(String document) {
    return normalisation.of("(" + path.textIn(document) + ")");
  }

  /// The text as it is indexed, compared and sorted: its beginning, in the order of code points.
  public String text(SqlName document) {
    return isStored(IndexKind.TEXT)
        ? column(document, IndexKind.TEXT).toString()
        : textExpression(document.toString());
  }

  /// The text as it is indexed, read from the document wherever it is stored.
  public String textExpression(String document) {
    return "(left(%s, %d) collate \"C\")".formatted(wholeText(document), INDEXED_CHARACTERS);
  }

  /// A condition in SQL: whether a text as it is indexed may be the beginning of a longer one, and
  /// NULL of none. Bytes are counted first: that looks at the length of the text and not at the
  /// text, and hardly any has so many.
  public static String isCut(String text) {
    return "(octet_length(%s) >= %d and length(%s) >= %d)"
        .formatted(text, INDEXED_CHARACTERS, text, INDEXED_CHARACTERS);
  }

  /// The texts of a plural path as a jsonb array.
  public String texts(SqlName document) {
    return texts(document.toString());
  }

  /// The same of a document that is an expression in SQL.
  public String texts(String document) {
    return "(" + normalisation.ofArray(path.arrayIn(document)) + ")";
  }

  /// The words: a tsvector of the words as they are, no stop words and no stems.
  public String words(SqlName document) {
    return "to_tsvector('simple'::regconfig, %s)"
        .formatted(path.isPlural() ? texts(document) : wholeText(document));
  }

  /// The number. A value that is none fails the statement that stores it.
  public String number(SqlName document) {
    return isStored(IndexKind.NUMBER)
        ? column(document, IndexKind.NUMBER).toString()
        : numberExpression(document.toString());
  }

  /// The number, read from the document wherever it is stored.
  public String numberExpression(String document) {
    return "((" + path.textIn(document) + ")::numeric)";
  }

  /// Whether there is a value, served by the index of the first kind that there is.
  public String exists(SqlName document) {
    if (path.isPlural()) {
      return "(" + path.arrayIn(document.toString()) + " <> '[]'::jsonb)";
    }
    String value =
        kinds.contains(IndexKind.TEXT)
            ? text(document)
            : kinds.contains(IndexKind.NUMBER) ? number(document) : wholeText(document);
    return "(" + value + " is not null)";
  }

  /// Whether what an index of a kind has is in a generated column.
  public boolean isStored(IndexKind kind) {
    return storage == PathStorage.STORED && STORABLE.contains(kind) && kinds.contains(kind);
  }

  /// The generated column for a kind of index, qualified as the document is.
  public SqlName column(SqlName document, IndexKind kind) {
    return document.sibling(column(kind));
  }

  /// The name of the generated column for a kind of index.
  public String column(IndexKind kind) {
    return name + "_" + kind.suffix();
  }

  /// The definition of a generated column of a table, without its name.
  ///
  /// @param document the column of that table, not qualified
  /// @param where `stored` or `virtual`
  public String generated(SqlName document, IndexKind kind, String where) {
    return switch (kind) {
      case TEXT ->
          "text collate \"C\" generated always as (%s) %s"
              .formatted(textExpression(document.toString()), where);
      case NUMBER ->
          "numeric generated always as (%s) %s"
              .formatted(numberExpression(document.toString()), where);
      case WORDS, TRIGRAMS ->
          throw new IllegalArgumentException(kind + " have an index and no column");
    };
  }

  /// The comment of a generated column that a promotion adds: queries know it by that.
  ///
  /// @param document the column of the table, not qualified
  public String comment(SqlName document, IndexKind kind) {
    return "tiercel: "
        + (kind == IndexKind.NUMBER
            ? numberExpression(document.toString())
            : textExpression(document.toString()));
  }

  /// The definitions of the generated columns that there are.
  public List<String> columns(SqlName document) {
    List<String> columns = new ArrayList<>();
    for (IndexKind kind : IndexKind.values()) {
      if (isStored(kind)) {
        columns.add(column(document, kind) + " " + generated(document, kind, "stored"));
      }
    }
    return columns;
  }

  /// The commands that create the indexes.
  ///
  /// @param id the key, the second column of ordered indexes: pages are sorted by it too; null for
  ///     none
  public List<String> indexes(SqlName table, @Nullable SqlName id, SqlName document) {
    List<String> commands = new ArrayList<>();
    for (IndexKind kind : IndexKind.values()) {
      if (kinds.contains(kind)) {
        commands.add(createIndex(kind, table, id, document, false));
      }
    }
    return commands;
  }

  /// The command that creates the index of a kind.
  ///
  /// @param concurrently while the table is written, outside of a transaction
  public String createIndex(
      IndexKind kind, SqlName table, @Nullable SqlName id, SqlName document, boolean concurrently) {
    return "create index %s%s on %s %s"
        .formatted(
            concurrently ? "concurrently " : "",
            SqlName.of(index(table, kind)),
            table,
            definition(kind, id, document));
  }

  /// The name of an index.
  public String index(SqlName table, IndexKind kind) {
    return table.last() + "_" + name + "_" + kind.suffix();
  }

  private String definition(IndexKind kind, @Nullable SqlName id, SqlName document) {
    String behind = id == null ? "" : ", " + id;
    return switch (kind) {
      case TEXT ->
          path.isPlural()
              ? "using gin (%s jsonb_path_ops)".formatted(texts(document))
              : "using btree (%s%s)".formatted(text(document), behind);
      case WORDS -> "using gin ((%s))".formatted(words(document));
      case TRIGRAMS -> "using gin ((%s) gin_trgm_ops)".formatted(wholeText(document));
      case NUMBER -> "using btree (%s%s)".formatted(number(document), behind);
    };
  }
}
