package io.tiercel.jdbc.session;

import io.tiercel.jdbc.sql.CallMode;

/// How the driver works, as opposed to where it connects.
///
/// @param defaultFetchSize rows fetched at once by statements that do not say otherwise; 0 to read
///     as rows are asked for
/// @param prepareThreshold from which use on a plain statement of the same text is kept prepared;
///     0 for never
/// @param rewriteBatch whether batches of single-row inserts travel as arrays
/// @param copyBatch whether such batches are copied where they can be
/// @param untypedStrings whether strings are sent without a type (`stringtype=unspecified`)
/// @param failsOnSilentRollback whether `commit` fails when the server rolls back instead
///     (`raiseExceptionOnSilentRollback`)
/// @param callMode what `{call …}` becomes (`escapeSyntaxCallMode`)
/// @param resultLimits how much of a result may be held at once
/// @param compatibility what applications of pgjdbc may have set
public record SessionOptions(
    int defaultFetchSize,
    int prepareThreshold,
    boolean rewriteBatch,
    boolean copyBatch,
    boolean untypedStrings,
    boolean failsOnSilentRollback,
    CallMode callMode,
    ResultLimits resultLimits,
    Compatibility compatibility) {
  public static final int DEFAULT_PREPARE_THRESHOLD = 5;

  public static final SessionOptions DEFAULTS =
      new SessionOptions(
          0,
          DEFAULT_PREPARE_THRESHOLD,
          true,
          false,
          false,
          false,
          CallMode.SELECT,
          ResultLimits.NONE,
          Compatibility.DEFAULTS);
}
