package io.tiercel.lab.check.run;

import java.util.Locale;

/// What goes wrong, or is unusual, while everybody reads and writes.
public enum Fault {
  /// Nothing.
  NONE,
  /// A synchronous standby takes a while for each commit.
  SLOW_STANDBY,
  /// What the server tells the followers is held up, again and again.
  STREAM_PAUSED,
  /// The followers' walsenders are terminated, or what they ask the journal by.
  WALSENDER_KILLED,
  /// The postmaster is killed and another one started.
  POSTMASTER_KILLED,
  /// The followers are held up until the server has given their slots up.
  SLOT_INVALIDATED,
  /// Transactions stay open for long that have written.
  LONG_TRANSACTIONS,
  /// A transaction of many rows is ahead of the others on the stream.
  LARGE_TRANSACTIONS,
  /// Foreign writers roll back to savepoints.
  SAVEPOINTS,
  /// Foreign writers commit in two phases.
  PREPARED_TRANSACTIONS,
  /// Foreign writers do not wait for the log to be written.
  ASYNCHRONOUS_COMMIT,
  /// Columns are rewritten, added and dropped, tables leave the publication and come back.
  DDL,
  /// The tables of rows that come and go are emptied and filled again.
  TRUNCATE;

  /// As the command line and tables name it.
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
