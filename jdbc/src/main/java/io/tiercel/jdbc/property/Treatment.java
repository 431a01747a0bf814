package io.tiercel.jdbc.property;

/// What becomes of a connection property of pgjdbc's.
public enum Treatment {
  /// It means what it means there.
  HONOURED,
  /// It does here what comes closest.
  MAPPED,
  /// Only values that ask for nothing special are taken, others end in an error: to go on without
  /// what they ask for would be wrong.
  REFUSED,
  /// It is taken and has no effect, for here is nothing that it could change, or only the speed.
  IGNORED
}
