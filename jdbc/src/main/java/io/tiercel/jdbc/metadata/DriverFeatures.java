package io.tiercel.jdbc.metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;

/// What transactions, statements and results can do through this driver.
interface DriverFeatures extends DatabaseMetaData {
  @Override
  default boolean autoCommitFailureClosesAllResultSets() {
    return false;
  }

  @Override
  default boolean dataDefinitionCausesTransactionCommit() {
    return false;
  }

  @Override
  default boolean dataDefinitionIgnoredInTransactions() {
    return false;
  }

  @Override
  default boolean generatedKeyAlwaysReturned() {
    return true;
  }

  @Override
  default boolean locatorsUpdateCopy() {
    return true;
  }

  @Override
  default boolean supportsBatchUpdates() {
    return true;
  }

  @Override
  default boolean supportsDataDefinitionAndDataManipulationTransactions() {
    return true;
  }

  @Override
  default boolean supportsDataManipulationTransactionsOnly() {
    return false;
  }

  @Override
  default boolean supportsGetGeneratedKeys() {
    return true;
  }

  @Override
  default boolean supportsMultipleOpenResults() {
    return false;
  }

  @Override
  default boolean supportsMultipleResultSets() {
    return true;
  }

  @Override
  default boolean supportsMultipleTransactions() {
    return true;
  }

  @Override
  default boolean supportsNamedParameters() {
    return false;
  }

  @Override
  default boolean supportsOpenCursorsAcrossCommit() {
    return false;
  }

  @Override
  default boolean supportsOpenCursorsAcrossRollback() {
    return false;
  }

  @Override
  default boolean supportsOpenStatementsAcrossCommit() {
    return true;
  }

  @Override
  default boolean supportsOpenStatementsAcrossRollback() {
    return true;
  }

  @Override
  default boolean supportsPositionedDelete() {
    return false;
  }

  @Override
  default boolean supportsPositionedUpdate() {
    return false;
  }

  @Override
  default boolean supportsRefCursors() {
    return true;
  }

  @Override
  default boolean supportsSavepoints() {
    return true;
  }

  @Override
  default boolean supportsSharding() {
    return false;
  }

  @Override
  default boolean supportsStatementPooling() {
    return false;
  }

  @Override
  default boolean supportsTransactions() {
    return true;
  }

  @Override
  default boolean supportsTransactionIsolationLevel(int level) {
    return level == Connection.TRANSACTION_READ_UNCOMMITTED
        || level == Connection.TRANSACTION_READ_COMMITTED
        || level == Connection.TRANSACTION_REPEATABLE_READ
        || level == Connection.TRANSACTION_SERIALIZABLE;
  }

  @Override
  default boolean supportsResultSetType(int type) {
    return type == ResultSet.TYPE_FORWARD_ONLY || type == ResultSet.TYPE_SCROLL_INSENSITIVE;
  }

  @Override
  default boolean supportsResultSetConcurrency(int type, int concurrency) {
    return supportsResultSetType(type)
        && (concurrency == ResultSet.CONCUR_READ_ONLY || concurrency == ResultSet.CONCUR_UPDATABLE);
  }

  @Override
  default boolean supportsResultSetHoldability(int holdability) {
    return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT
        || holdability == ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  default int getResultSetHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  default boolean ownUpdatesAreVisible(int type) {
    return true;
  }

  @Override
  default boolean ownDeletesAreVisible(int type) {
    return true;
  }

  @Override
  default boolean ownInsertsAreVisible(int type) {
    return true;
  }

  @Override
  default boolean othersUpdatesAreVisible(int type) {
    return false;
  }

  @Override
  default boolean othersDeletesAreVisible(int type) {
    return false;
  }

  @Override
  default boolean othersInsertsAreVisible(int type) {
    return false;
  }

  @Override
  default boolean updatesAreDetected(int type) {
    return false;
  }

  @Override
  default boolean deletesAreDetected(int type) {
    return false;
  }

  @Override
  default boolean insertsAreDetected(int type) {
    return false;
  }

  @Override
  default RowIdLifetime getRowIdLifetime() {
    return RowIdLifetime.ROWID_VALID_OTHER;
  }

  @Override
  default boolean usesLocalFilePerTable() {
    return false;
  }

  @Override
  default boolean usesLocalFiles() {
    return false;
  }
}
