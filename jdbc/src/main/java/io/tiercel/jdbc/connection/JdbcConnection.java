package io.tiercel.jdbc.connection;

import io.tiercel.jdbc.convert.CreatedStruct;
import io.tiercel.jdbc.convert.SqlArray;
import io.tiercel.jdbc.convert.SqlXmlValue;
import io.tiercel.jdbc.copy.SessionCopy;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.extension.Copy;
import io.tiercel.jdbc.extension.Notification;
import io.tiercel.jdbc.extension.NotificationListener;
import io.tiercel.jdbc.extension.Subscription;
import io.tiercel.jdbc.lob.MemoryBlob;
import io.tiercel.jdbc.lob.TextClob;
import io.tiercel.jdbc.metadata.CatalogMetaData;
import io.tiercel.jdbc.notification.ListeningThread;
import io.tiercel.jdbc.notification.NotificationQueue;
import io.tiercel.jdbc.pgjdbc.PgjdbcConnection;
import io.tiercel.jdbc.session.Session;
import io.tiercel.jdbc.session.SessionOptions;
import io.tiercel.jdbc.sql.ParsedSql;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.WireException;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// A connection. Safe for several threads, which take turns on the wire; each statement and result
/// belongs to one thread at a time.
public final class JdbcConnection extends StatementFactory {
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final ConnectionConversions conversions;
  private final ClientInfo clientInfo;
  private final NotificationQueue notifications;
  private final IsolationLevels isolation;
  private final boolean isBorrowed;
  private volatile boolean isClosed;
  private final String url;
  private int savepoints;

  /// Told when this is closed; null if nobody wants to know.
  private final @Nullable UnclosedConnection unclosed;

  private JdbcConnection(Session session, String url, boolean isBorrowed) {
    super(session);
    this.url = url;
    this.isBorrowed = isBorrowed;
    conversions = new ConnectionConversions(this, session);
    session.setConversions(conversions);
    clientInfo = new ClientInfo(this, session);
    notifications = new NotificationQueue(session);
    isolation = new IsolationLevels(session);
    unclosed =
        session.options().compatibility().logsUnclosed()
            ? UnclosedConnection.watch(this, session.wire())
            : null;
  }

  /// Connects. Blocks.
  ///
  /// @param url what metadata tells, without passwords
  public static JdbcConnection open(ConnectionConfig config, SessionOptions options, String url)
      throws SQLException {
    try {
      var wire = io.tiercel.wire.Connection.open(config);
      return new JdbcConnection(new Session(wire, options), url, false);
    } catch (WireException e) {
      throw SqlExceptions.of(e);
    }
  }

  /// A connection over what somebody else has opened and will close.
  public static JdbcConnection over(io.tiercel.wire.Connection wire) {
    return new JdbcConnection(
        new Session(wire, SessionOptions.DEFAULTS),
        "jdbc:tiercel:" + wire.config().database(),
        true);
  }

  @Override
  void checkOpen() throws SQLException {
    if (isClosed) {
      throw SqlExceptions.of(
          SqlState.CONNECTION_DOES_NOT_EXIST, "This connection has been closed.", null);
    }
    session.checkOpen();
  }

  // Transactions

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    checkOpen();
    session.transactions().setAutoCommit(autoCommit);
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    checkOpen();
    return session.transactions().isAutoCommit();
  }

  @Override
  public void commit() throws SQLException {
    checkOpen();
    session.transactions().commit();
  }

  @Override
  public void rollback() throws SQLException {
    checkOpen();
    session.transactions().rollback();
  }

  @Override
  public void setReadOnly(boolean readOnly) throws SQLException {
    checkOpen();
    session.transactions().setReadOnly(readOnly);
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    checkOpen();
    return session.transactions().isReadOnly();
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    checkOpen();
    isolation.set(level);
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    checkOpen();
    return isolation.get();
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return set(new JdbcSavepoint(savepoints++, null));
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return set(new JdbcSavepoint(0, name));
  }

  private Savepoint set(JdbcSavepoint savepoint) throws SQLException {
    checkOpen();
    if (getAutoCommit()) {
      throw SqlExceptions.of("25P01", "Cannot establish a savepoint in auto-commit mode.", null);
    }
    run("savepoint " + savepoint.quoted());
    return savepoint;
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    checkOpen();
    run("rollback to savepoint " + own(savepoint).quoted());
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    checkOpen();
    JdbcSavepoint own = own(savepoint);
    run("release savepoint " + own.quoted());
    own.invalidate();
  }

  private static JdbcSavepoint own(Savepoint savepoint) throws SQLException {
    if (savepoint instanceof JdbcSavepoint own) {
      return own;
    }
    throw SqlExceptions.of(
        SqlState.INVALID_PARAMETER_VALUE, "not a savepoint of this driver: " + savepoint, null);
  }

  /// Runs a command as part of the transaction.
  void run(String sql) throws SQLException {
    session.work(
        pipeline -> {
          session.transactions().beginForControlIfDue(pipeline);
          pipeline.add(sql);
          pipeline.await();
        });
  }

  // The session

  @Override
  public String nativeSQL(String sql) throws SQLException {
    checkOpen();
    return ParsedSql.nativeSql(sql, session.sqlOptions(true, true));
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    checkOpen();
    return new CatalogMetaData(this, new SessionFacts(session, url));
  }

  @Override
  public void setCatalog(@Nullable String catalog) throws SQLException {
    checkOpen();
    // A connection belongs to one database; JDBC wants other requests to be passed over.
  }

  @Override
  public String getCatalog() throws SQLException {
    checkOpen();
    return session.wire().config().database();
  }

  @Override
  public void setSchema(@Nullable String schema) throws SQLException {
    checkOpen();
    run(
        schema == null
            ? "set session search_path to default"
            : "set session search_path to " + Identifiers.literal(schema));
    session.work(
        pipeline -> {
          session.wire().forgetStatements();
          session.plainTables().unsettle();
        });
  }

  @Override
  public @Nullable String getSchema() throws SQLException {
    checkOpen();
    try (Statement statement = createStatement();
        ResultSet result = statement.executeQuery("select current_schema()")) {
      return result.next() ? result.getString(1) : null;
    }
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return session.connectionWarnings().first();
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
    session.connectionWarnings().clear();
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    checkOpen();
    return new HashMap<>(conversions.typeMap());
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    checkOpen();
    conversions.setTypeMap(Map.copyOf(map));
  }

  @Override
  public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
    clientInfo.set(name, value);
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    clientInfo.set(properties);
  }

  @Override
  public @Nullable String getClientInfo(String name) throws SQLException {
    checkOpen();
    return clientInfo.get(name);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    checkOpen();
    return clientInfo.get();
  }

  // Making values

  @Override
  public Clob createClob() throws SQLException {
    return createNClob();
  }

  @Override
  public Blob createBlob() throws SQLException {
    checkOpen();
    return new MemoryBlob();
  }

  @Override
  public NClob createNClob() throws SQLException {
    checkOpen();
    return new TextClob();
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    checkOpen();
    return new SqlXmlValue();
  }

  @Override
  public Array createArrayOf(String typeName, Object[] elements) throws SQLException {
    checkOpen();
    return SqlArray.of(typeName, elements, conversions);
  }

  @Override
  public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
    checkOpen();
    return new CreatedStruct(typeName, attributes);
  }

  // Life

  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (timeoutSeconds < 0) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "Invalid timeout (%d<0).".formatted(timeoutSeconds),
          null);
    }
    if (isClosed || !session.isOpen()) {
      return false;
    }
    Duration limit = timeoutSeconds == 0 ? FOR_EVER : Duration.ofSeconds(timeoutSeconds);
    Duration network = Duration.ofMillis(session.networkTimeoutMillis());
    if (network.isPositive() && network.compareTo(limit) < 0) {
      limit = network;
    }
    Duration shorter = limit;
    return session.exchange(pipeline -> session.wire().isValid(shorter));
  }

  @Override
  public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) throws SQLException {
    checkOpen();
    if (milliseconds < 0) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "Network timeout must be a value greater than or equal to 0.",
          null);
    }
    session.setNetworkTimeout(milliseconds);
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    checkOpen();
    return session.networkTimeoutMillis();
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    if (executor == null) {
      throw SqlExceptions.of(SqlState.INVALID_PARAMETER_VALUE, "the executor is null", null);
    }
    isClosed = true;
    if (unclosed != null) {
      unclosed.closed();
    }
    session.wire().abort();
  }

  @Override
  public boolean isClosed() {
    return isClosed || !session.isOpen();
  }

  @Override
  public void close() throws SQLException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    if (unclosed != null) {
      unclosed.closed();
    }
    if (isBorrowed) {
      session.handBack();
    } else {
      session.close();
    }
  }

  /// Takes what results have left on the wire into memory.
  public void settle() throws SQLException {
    if (!isClosed()) {
      session.work(Pipeline::await);
    }
  }

  @Override
  public int backendProcessId() {
    return session.wire().backendProcessId();
  }

  @Override
  public void cancelRunning() throws SQLException {
    checkOpen();
    try {
      session.wire().cancel();
    } catch (WireException e) {
      throw SqlExceptions.of(e);
    }
  }

  @Override
  public Copy copy() {
    return new SessionCopy(session);
  }

  @Override
  public List<Notification> notifications(Duration timeout) throws SQLException {
    checkOpen();
    return notifications.take(timeout);
  }

  @Override
  public Subscription listen(NotificationListener listener, String... channels)
      throws SQLException {
    checkOpen();
    return ListeningThread.start(session.wire().config(), listener, List.of(channels));
  }

  @Override
  public @Nullable String reportedParameter(String name) {
    return session.wire().parameter(name);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    if (type == io.tiercel.wire.Connection.class) {
      checkOpen();
      return type.cast(session.wire());
    }
    if (PgjdbcConnection.isAskedFor(type)) {
      return PgjdbcConnection.as(type, this, session);
    }
    throw SqlExceptions.of(
        SqlState.INVALID_PARAMETER_VALUE, "Cannot unwrap to " + type.getName(), null);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this)
        || type == io.tiercel.wire.Connection.class
        || PgjdbcConnection.isAskedFor(type);
  }

  @Override
  public String toString() {
    return session.wire().toString();
  }
}
