package io.tiercel.jdbc.metadata;

import java.sql.DatabaseMetaData;

/// Which parts of SQL the server understands.
interface SqlFeatures extends DatabaseMetaData {
  @Override
  default boolean allProceduresAreCallable() {
    return true;
  }

  @Override
  default boolean allTablesAreSelectable() {
    return true;
  }

  @Override
  default boolean supportsANSI92EntryLevelSQL() {
    return true;
  }

  @Override
  default boolean supportsANSI92FullSQL() {
    return false;
  }

  @Override
  default boolean supportsANSI92IntermediateSQL() {
    return false;
  }

  @Override
  default boolean supportsAlterTableWithAddColumn() {
    return true;
  }

  @Override
  default boolean supportsAlterTableWithDropColumn() {
    return true;
  }

  @Override
  default boolean supportsCatalogsInDataManipulation() {
    return false;
  }

  @Override
  default boolean supportsCatalogsInIndexDefinitions() {
    return false;
  }

  @Override
  default boolean supportsCatalogsInPrivilegeDefinitions() {
    return false;
  }

  @Override
  default boolean supportsCatalogsInProcedureCalls() {
    return false;
  }

  @Override
  default boolean supportsCatalogsInTableDefinitions() {
    return false;
  }

  @Override
  default boolean supportsColumnAliasing() {
    return true;
  }

  @Override
  default boolean supportsConvert() {
    return true;
  }

  @Override
  default boolean supportsCoreSQLGrammar() {
    return false;
  }

  @Override
  default boolean supportsCorrelatedSubqueries() {
    return true;
  }

  @Override
  default boolean supportsDifferentTableCorrelationNames() {
    return false;
  }

  @Override
  default boolean supportsExpressionsInOrderBy() {
    return true;
  }

  @Override
  default boolean supportsExtendedSQLGrammar() {
    return false;
  }

  @Override
  default boolean supportsFullOuterJoins() {
    return true;
  }

  @Override
  default boolean supportsGroupBy() {
    return true;
  }

  @Override
  default boolean supportsGroupByBeyondSelect() {
    return true;
  }

  @Override
  default boolean supportsGroupByUnrelated() {
    return true;
  }

  @Override
  default boolean supportsIntegrityEnhancementFacility() {
    return true;
  }

  @Override
  default boolean supportsLikeEscapeClause() {
    return true;
  }

  @Override
  default boolean supportsLimitedOuterJoins() {
    return true;
  }

  @Override
  default boolean supportsMinimumSQLGrammar() {
    return true;
  }

  @Override
  default boolean supportsNonNullableColumns() {
    return true;
  }

  @Override
  default boolean supportsOrderByUnrelated() {
    return true;
  }

  @Override
  default boolean supportsOuterJoins() {
    return true;
  }

  @Override
  default boolean supportsSchemasInDataManipulation() {
    return true;
  }

  @Override
  default boolean supportsSchemasInIndexDefinitions() {
    return true;
  }

  @Override
  default boolean supportsSchemasInPrivilegeDefinitions() {
    return true;
  }

  @Override
  default boolean supportsSchemasInProcedureCalls() {
    return true;
  }

  @Override
  default boolean supportsSchemasInTableDefinitions() {
    return true;
  }

  @Override
  default boolean supportsSelectForUpdate() {
    return true;
  }

  @Override
  default boolean supportsStoredFunctionsUsingCallSyntax() {
    return true;
  }

  @Override
  default boolean supportsStoredProcedures() {
    return true;
  }

  @Override
  default boolean supportsSubqueriesInComparisons() {
    return true;
  }

  @Override
  default boolean supportsSubqueriesInExists() {
    return true;
  }

  @Override
  default boolean supportsSubqueriesInIns() {
    return true;
  }

  @Override
  default boolean supportsSubqueriesInQuantifieds() {
    return true;
  }

  @Override
  default boolean supportsTableCorrelationNames() {
    return true;
  }

  @Override
  default boolean supportsUnion() {
    return true;
  }

  @Override
  default boolean supportsUnionAll() {
    return true;
  }
}
