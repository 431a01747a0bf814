package io.tiercel.lab.check.node;

/// How a session asks for an item.
public enum Way {
  /// By id, to be managed.
  FIND,
  /// By id, as the instance that all readers share.
  READ_ONLY,
  /// By a query for its unique name.
  UNIQUE,
  /// By a query that the database answers, and that stores what it has read.
  QUERY
}
