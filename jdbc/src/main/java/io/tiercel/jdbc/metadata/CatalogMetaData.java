package io.tiercel.jdbc.metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// `DatabaseMetaData` from the system catalogs: one query a method, whose result the caller reads.
/// As safe for several threads as its connection.
///
/// A catalog other than the connected database has nothing to show, nor has the empty schema name:
/// every object lies in a schema.
public final class CatalogMetaData
    implements DatabaseMetaData, SqlFeatures, DriverFeatures, NamesAndLimits {
  private final Connection connection;
  private final ConnectionFacts facts;

  public CatalogMetaData(Connection connection, ConnectionFacts facts) {
    this.connection = connection;
    this.facts = facts;
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public String getURL() {
    return facts.url();
  }

  @Override
  public String getUserName() {
    return facts.userName();
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return connection.isReadOnly();
  }

  @Override
  public String getDatabaseProductName() {
    return "PostgreSQL";
  }

  @Override
  public String getDatabaseProductVersion() {
    return facts.serverVersion();
  }

  @Override
  public int getDatabaseMajorVersion() {
    return Versions.part(facts.serverVersion(), 0);
  }

  @Override
  public int getDatabaseMinorVersion() {
    return Versions.part(facts.serverVersion(), 1);
  }

  @Override
  public String getDriverName() {
    return "Tiercel JDBC Driver";
  }

  @Override
  public String getDriverVersion() {
    return facts.driverVersion();
  }

  @Override
  public int getDriverMajorVersion() {
    return Versions.part(facts.driverVersion(), 0);
  }

  @Override
  public int getDriverMinorVersion() {
    return Versions.part(facts.driverVersion(), 1);
  }

  @Override
  public int getJDBCMajorVersion() {
    return 4;
  }

  @Override
  public int getJDBCMinorVersion() {
    return 3;
  }

  @Override
  public String getSQLKeywords() throws SQLException {
    return SqlKeywords.of(connection, facts.serverVersion());
  }

  @Override
  public String getNumericFunctions() {
    return FunctionNames.NUMERIC;
  }

  @Override
  public String getStringFunctions() {
    return FunctionNames.STRING;
  }

  @Override
  public String getSystemFunctions() {
    return FunctionNames.SYSTEM;
  }

  @Override
  public String getTimeDateFunctions() {
    return FunctionNames.TIME_DATE;
  }

  /// {@inheritDoc} `{fn CONVERT}` becomes a cast; the server decides per pair of types.
  @Override
  public boolean supportsConvert(int fromType, int toType) {
    return ConvertibleTypes.isPossible(fromType, toType);
  }

  @Override
  public int getDefaultTransactionIsolation() throws SQLException {
    try (ResultSet result =
        new MetaDataQuery("SELECT current_setting('default_transaction_isolation')")
            .execute(connection)) {
      result.next();
      return switch (result.getString(1).toLowerCase(Locale.ROOT)) {
        case "read uncommitted" -> Connection.TRANSACTION_READ_UNCOMMITTED;
        case "repeatable read" -> Connection.TRANSACTION_REPEATABLE_READ;
        case "serializable" -> Connection.TRANSACTION_SERIALIZABLE;
        default -> Connection.TRANSACTION_READ_COMMITTED;
      };
    }
  }

  @Override
  public ResultSet getProcedures(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return RoutineQueries.procedures(catalog, schemaPattern, namePattern, facts.hidesUnprivileged())
        .execute(connection);
  }

  @Override
  public ResultSet getProcedureColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return RoutineQueries.procedureColumns(catalog, schemaPattern, namePattern, columnPattern)
        .execute(connection);
  }

  @Override
  public ResultSet getFunctions(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return RoutineQueries.functions(catalog, schemaPattern, namePattern, facts.hidesUnprivileged())
        .execute(connection);
  }

  @Override
  public ResultSet getFunctionColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return RoutineQueries.functionColumns(catalog, schemaPattern, namePattern, columnPattern)
        .execute(connection);
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      String @Nullable [] types)
      throws SQLException {
    return TableQueries.tables(
            catalog, schemaPattern, namePattern, types, facts.hidesUnprivileged())
        .execute(connection);
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String schemaPattern)
      throws SQLException {
    return TableQueries.schemas(catalog, schemaPattern, facts.hidesUnprivileged())
        .execute(connection);
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    return TableQueries.catalogs().execute(connection);
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    return facts.rows(
        List.of(ConnectionFacts.text("TABLE_TYPE")),
        TableQueries.TABLE_TYPES.stream().map(List::of).toList());
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return ColumnQueries.columns(catalog, schemaPattern, tablePattern, columnPattern)
        .execute(connection);
  }

  @Override
  public ResultSet getPseudoColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return ColumnQueries.pseudoColumns(catalog, schemaPattern, tablePattern, columnPattern)
        .execute(connection);
  }

  @Override
  public ResultSet getColumnPrivileges(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      @Nullable String columnPattern)
      throws SQLException {
    return TableQueries.columnPrivileges(catalog, schema, table, columnPattern).execute(connection);
  }

  @Override
  public ResultSet getTablePrivileges(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return TableQueries.tablePrivileges(catalog, schemaPattern, namePattern).execute(connection);
  }

  @Override
  public ResultSet getBestRowIdentifier(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      int scope,
      boolean nullable)
      throws SQLException {
    return ColumnQueries.bestRowIdentifier(catalog, schema, table, scope, nullable)
        .execute(connection);
  }

  /// {@inheritDoc} `ctid` changes with every update of a row, in whatever table.
  @Override
  public ResultSet getVersionColumns(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return facts.rows(
        List.of(
            ConnectionFacts.smallNumber("SCOPE"),
            ConnectionFacts.text("COLUMN_NAME"),
            ConnectionFacts.number("DATA_TYPE"),
            ConnectionFacts.text("TYPE_NAME"),
            ConnectionFacts.number("COLUMN_SIZE"),
            ConnectionFacts.number("BUFFER_LENGTH"),
            ConnectionFacts.smallNumber("DECIMAL_DIGITS"),
            ConnectionFacts.smallNumber("PSEUDO_COLUMN")),
        List.of(
            Arrays.asList(
                null,
                "ctid",
                Integer.toString(Types.OTHER),
                "tid",
                null,
                null,
                null,
                Integer.toString(versionColumnPseudo))));
  }

  @Override
  public ResultSet getPrimaryKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return KeyQueries.primaryKeys(catalog, schema, table).execute(connection);
  }

  @Override
  public ResultSet getImportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return KeyQueries.foreignKeys(null, null, null, catalog, schema, table).execute(connection);
  }

  @Override
  public ResultSet getExportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return KeyQueries.foreignKeys(catalog, schema, table, null, null, null).execute(connection);
  }

  @Override
  public ResultSet getCrossReference(
      @Nullable String parentCatalog,
      @Nullable String parentSchema,
      @Nullable String parentTable,
      @Nullable String foreignCatalog,
      @Nullable String foreignSchema,
      @Nullable String foreignTable)
      throws SQLException {
    return KeyQueries.foreignKeys(
            parentCatalog, parentSchema, parentTable, foreignCatalog, foreignSchema, foreignTable)
        .execute(connection);
  }

  @Override
  public ResultSet getIndexInfo(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      boolean unique,
      boolean approximate)
      throws SQLException {
    return KeyQueries.indexInfo(catalog, schema, table, unique).execute(connection);
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    return TypeQueries.typeInfo(facts.hidesUnprivileged()).execute(connection);
  }

  @Override
  public ResultSet getUDTs(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String typeNamePattern,
      int @Nullable [] types)
      throws SQLException {
    return TypeQueries.userTypes(
            catalog, schemaPattern, typeNamePattern, types, facts.hidesUnprivileged())
        .execute(connection);
  }

  @Override
  public ResultSet getSuperTypes(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String typeNamePattern)
      throws SQLException {
    return TypeQueries.superTypes().execute(connection);
  }

  @Override
  public ResultSet getSuperTables(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return TableQueries.superTables(catalog, schemaPattern, namePattern).execute(connection);
  }

  @Override
  public ResultSet getAttributes(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String typeNamePattern,
      @Nullable String attributeNamePattern)
      throws SQLException {
    return ColumnQueries.attributes(catalog, schemaPattern, typeNamePattern, attributeNamePattern)
        .execute(connection);
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    return facts.rows(
        List.of(
            ConnectionFacts.text("NAME"),
            ConnectionFacts.number("MAX_LEN"),
            ConnectionFacts.text("DEFAULT_VALUE"),
            ConnectionFacts.text("DESCRIPTION")),
        List.of(
            List.of(
                "ApplicationName",
                "63",
                "",
                "The name of the application that uses the connection.")));
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
