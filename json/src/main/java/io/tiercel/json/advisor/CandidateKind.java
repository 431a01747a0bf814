package io.tiercel.json.advisor;

/// What may be done to a table of documents.
public enum CandidateKind {
  /// A btree or GIN index on an expression as it stands in the queries.
  INDEX("index"),
  /// A stored generated column with an index, for queries rewritten to it.
  STORED_COLUMN("stored column"),
  /// Extended statistics on an expression.
  STATISTICS("statistics"),
  /// Another compression of documents.
  COMPRESSION("compression"),
  /// Another `toast_tuple_target`.
  TOAST_TARGET("TOAST target"),
  /// An index that goes.
  DROP_INDEX("drop");

  private final String text;

  CandidateKind(String text) {
    this.text = text;
  }

  /// As reports write it.
  public String text() {
    return text;
  }
}
