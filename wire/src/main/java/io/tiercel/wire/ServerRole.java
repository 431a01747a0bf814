package io.tiercel.wire;

/// What a server of a cluster is at the moment.
///
/// @param inRecovery whether it is a standby
/// @param defaultReadOnly whether its transactions are read-only unless they say otherwise
record ServerRole(boolean inRecovery, boolean defaultReadOnly) {
  /// Whether a session cannot write without further ado.
  boolean readsOnly() {
    return inRecovery || defaultReadOnly;
  }

  /// The role of the server at the other end. Servers report it at start-up from version 14 on;
  /// others, and poolers that do not pass it on, are asked.
  static ServerRole of(Connection connection) {
    String recovery = connection.parameter("in_hot_standby");
    String readOnly = connection.parameter("default_transaction_read_only");
    if (recovery != null && readOnly != null) {
      return new ServerRole(recovery.equals("on"), readOnly.equals("on"));
    }
    return connection
        .queryList(
            "select pg_is_in_recovery(), current_setting('default_transaction_read_only') = 'on'",
            row -> new ServerRole(row.getBoolean(0), row.getBoolean(1)))
        .getFirst();
  }

  /// How an error names it.
  @Override
  public String toString() {
    return (inRecovery ? "a standby" : "a primary") + (defaultReadOnly ? ", read-only" : "");
  }
}
