package io.tiercel.jdbc.metadata;

import java.sql.DatabaseMetaData;

/// How names are spelled and ordered, and how large things may be. Zero: no limit, or none known.
interface NamesAndLimits extends DatabaseMetaData {
  @Override
  default String getCatalogSeparator() {
    return ".";
  }

  @Override
  default String getCatalogTerm() {
    return "database";
  }

  @Override
  default String getSchemaTerm() {
    return "schema";
  }

  @Override
  default String getProcedureTerm() {
    return "function";
  }

  @Override
  default String getExtraNameCharacters() {
    return "";
  }

  @Override
  default String getIdentifierQuoteString() {
    return "\"";
  }

  @Override
  default String getSearchStringEscape() {
    return "\\";
  }

  @Override
  default boolean isCatalogAtStart() {
    return true;
  }

  @Override
  default boolean nullPlusNonNullIsNull() {
    return true;
  }

  @Override
  default boolean nullsAreSortedAtEnd() {
    return false;
  }

  @Override
  default boolean nullsAreSortedAtStart() {
    return false;
  }

  @Override
  default boolean nullsAreSortedHigh() {
    return true;
  }

  @Override
  default boolean nullsAreSortedLow() {
    return false;
  }

  @Override
  default boolean storesLowerCaseIdentifiers() {
    return true;
  }

  @Override
  default boolean storesLowerCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  default boolean storesMixedCaseIdentifiers() {
    return false;
  }

  @Override
  default boolean storesMixedCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  default boolean storesUpperCaseIdentifiers() {
    return false;
  }

  @Override
  default boolean storesUpperCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  default boolean supportsMixedCaseIdentifiers() {
    return false;
  }

  @Override
  default boolean supportsMixedCaseQuotedIdentifiers() {
    return true;
  }

  @Override
  default int getSQLStateType() {
    return sqlStateSQL;
  }

  @Override
  default boolean doesMaxRowSizeIncludeBlobs() {
    return false;
  }

  @Override
  default int getMaxBinaryLiteralLength() {
    return 0;
  }

  @Override
  default int getMaxCatalogNameLength() {
    return 63;
  }

  @Override
  default int getMaxCharLiteralLength() {
    return 0;
  }

  @Override
  default int getMaxColumnNameLength() {
    return 63;
  }

  @Override
  default int getMaxColumnsInGroupBy() {
    return 0;
  }

  @Override
  default int getMaxColumnsInIndex() {
    return 32;
  }

  @Override
  default int getMaxColumnsInOrderBy() {
    return 0;
  }

  @Override
  default int getMaxColumnsInSelect() {
    return 0;
  }

  @Override
  default int getMaxColumnsInTable() {
    return 1600;
  }

  @Override
  default int getMaxConnections() {
    return 0;
  }

  @Override
  default int getMaxCursorNameLength() {
    return 63;
  }

  @Override
  default int getMaxIndexLength() {
    return 0;
  }

  @Override
  default long getMaxLogicalLobSize() {
    return 0;
  }

  @Override
  default int getMaxProcedureNameLength() {
    return 63;
  }

  @Override
  default int getMaxRowSize() {
    return 1 << 30;
  }

  @Override
  default int getMaxSchemaNameLength() {
    return 63;
  }

  @Override
  default int getMaxStatementLength() {
    return 0;
  }

  @Override
  default int getMaxStatements() {
    return 0;
  }

  @Override
  default int getMaxTableNameLength() {
    return 63;
  }

  @Override
  default int getMaxTablesInSelect() {
    return 0;
  }

  @Override
  default int getMaxUserNameLength() {
    return 63;
  }
}
