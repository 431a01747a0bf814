package io.tiercel.json.path;

import io.tiercel.json.SqlName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A path that is queried, and how. For each kind of index there is one expression, made here and
/// nowhere else: it stands in the index and in every query, so that a query hits the index that
/// exists. All of the path is in it as literals. Immutable.
///
/// @param name letters, digits and underscores, unique in its [DocumentTable]; names the indexes
/// @param normalisation of texts and words; numbers need none
/// @param kinds of indexes, at least one
public record MappedPath(
    String name, DocumentPath path, Normalisation normalisation, Set<IndexKind> kinds) {
  /// What of a text is indexed: a btree takes 2,704 bytes, and a character has up to four.
  public static final int INDEXED_CHARACTERS = 600;

  /// @throws IllegalArgumentException if the name is none, there is no kind, or a plural path is to
  ///     be a number
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
  }

  /// A path with its kinds of indexes.
  public static MappedPath of(
      String name, String path, Normalisation normalisation, IndexKind... kinds) {
    return new MappedPath(name, DocumentPath.parse(path), normalisation, Set.of(kinds));
  }

  /// The whole text, normalised; of a path that is not plural.
  public String wholeText(SqlName document) {
    return normalisation.of("(" + path.textIn(document.toString()) + ")");
  }

  /// The text as it is indexed, compared and sorted: its beginning, in the order of code points.
  public String text(SqlName document) {
    return "(left(%s, %d) collate \"C\")".formatted(wholeText(document), INDEXED_CHARACTERS);
  }

  /// The texts of a plural path as a jsonb array.
  public String texts(SqlName document) {
    return "(" + normalisation.ofArray(path.arrayIn(document.toString())) + ")";
  }

  /// The words: a tsvector of the words as they are, no stop words and no stems.
  public String words(SqlName document) {
    return "to_tsvector('simple'::regconfig, %s)"
        .formatted(path.isPlural() ? texts(document) : wholeText(document));
  }

  /// The number. A value that is none fails the statement that stores it.
  public String number(SqlName document) {
    return "((" + path.textIn(document.toString()) + ")::numeric)";
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

  /// The commands that create the indexes.
  ///
  /// @param id the key, the second column of ordered indexes: pages are sorted by it too
  List<String> indexes(SqlName table, SqlName id, SqlName document) {
    List<String> commands = new ArrayList<>();
    for (IndexKind kind : IndexKind.values()) {
      if (kinds.contains(kind)) {
        commands.add(
            "create index %s on %s %s"
                .formatted(SqlName.of(index(table, kind)), table, definition(kind, id, document)));
      }
    }
    return commands;
  }

  /// The name of an index.
  public String index(SqlName table, IndexKind kind) {
    return table.last() + "_" + name + "_" + kind.suffix();
  }

  private String definition(IndexKind kind, SqlName id, SqlName document) {
    return switch (kind) {
      case TEXT ->
          path.isPlural()
              ? "using gin (%s jsonb_path_ops)".formatted(texts(document))
              : "using btree (%s, %s)".formatted(text(document), id);
      case WORDS -> "using gin ((%s))".formatted(words(document));
      case NUMBER -> "using btree (%s, %s)".formatted(number(document), id);
    };
  }
}
