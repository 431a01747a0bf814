package io.tiercel.json.path;

/// Where the value of a path is that queries and indexes read.
public enum PathStorage {
  /// In the document: an index has the expression that reads it.
  EXPRESSION,
  /// Beside the document too, in a generated column for each ordered kind of index: what scans,
  /// sorts and groups by the path reads no document, and an update that leaves the value alone
  /// touches no index.
  STORED
}
