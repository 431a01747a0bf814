package io.tiercel.json.promotion;

import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import java.util.Set;

/// What a path is given.
public enum PromotionKind {
  /// A stored generated column with an index. Scans, sorts and groups read no document, updates
  /// that
  /// leave the value alone stay HOT; adding it writes the whole table anew under ACCESS EXCLUSIVE.
  STORED_COLUMN,
  /// A virtual generated column (PostgreSQL 18 and later) and an index of its expression: a name
  /// for
  /// the path in hand-written SQL, at once and without a rewrite.
  VIRTUAL_COLUMN,
  /// An index of the path's expression. From then on no change of a document is HOT.
  EXPRESSION_INDEX,
  /// A GIN index of the values of a path with `[*]`.
  ARRAY_INDEX,
  /// A GIN index of the words.
  WORDS_INDEX,
  /// A GIN index of the trigrams of the text, for `like '%…%'`; takes the extension pg_trgm, which
  /// is neither created nor dropped.
  TRIGRAM_INDEX,
  /// Extended statistics of the expressions, for better estimates only.
  STATISTICS;

  private static final Set<IndexKind> ORDERED = Set.of(IndexKind.TEXT, IndexKind.NUMBER);

  /// Why a path cannot be given this; empty if it can.
  String obstacle(MappedPath path) {
    boolean plural = path.path().isPlural();
    return switch (this) {
      case STORED_COLUMN, VIRTUAL_COLUMN, EXPRESSION_INDEX ->
          plural || path.kinds().stream().noneMatch(ORDERED::contains)
              ? "it has no single text or number"
              : "";
      case ARRAY_INDEX ->
          !plural || !path.kinds().contains(IndexKind.TEXT) ? "it leads to no array of texts" : "";
      case WORDS_INDEX -> path.kinds().contains(IndexKind.WORDS) ? "" : "its words are not mapped";
      case TRIGRAM_INDEX -> plural ? "it leads to several values" : "";
      case STATISTICS -> "";
    };
  }

  /// Whether it is for one kind of index of a path.
  boolean covers(IndexKind kind) {
    return switch (this) {
      case STORED_COLUMN, VIRTUAL_COLUMN, EXPRESSION_INDEX -> ORDERED.contains(kind);
      case ARRAY_INDEX -> kind == IndexKind.TEXT;
      case WORDS_INDEX -> kind == IndexKind.WORDS;
      case TRIGRAM_INDEX -> false;
      case STATISTICS -> true;
    };
  }
}
