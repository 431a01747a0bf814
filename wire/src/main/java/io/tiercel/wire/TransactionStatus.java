package io.tiercel.wire;

/// What ReadyForQuery last said about the transaction.
public enum TransactionStatus {
  /// Not in a transaction block.
  IDLE,
  /// In a transaction block.
  IN_TRANSACTION,
  /// In a transaction block that failed: only ROLLBACK helps.
  FAILED;

  static TransactionStatus of(byte code) {
    return switch (code) {
      case 'I' -> IDLE;
      case 'T' -> IN_TRANSACTION;
      default -> FAILED;
    };
  }
}
