package io.tiercel.jdbc.contract;

import io.tiercel.jdbc.TiercelConnectionPoolDataSource;
import io.tiercel.jdbc.TiercelDataSource;
import io.tiercel.jdbc.TiercelXADataSource;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.CommonDataSource;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.DataSource;
import javax.sql.PooledConnection;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.NullUnmarked;
import org.postgresql.ds.PGConnectionPoolDataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.xa.PGXADataSource;

/// An object of each interface, in a state in which a method of it has something to do.
@NullUnmarked
final class Targets implements AutoCloseable {
  private final DriverUnderTest driver;
  private final Connection connection;
  private final Xid branch = new Branch(7, "global", "branch");
  private PooledConnection pooled;
  private XAResource resource;
  private boolean isPrepared;

  Targets(DriverUnderTest driver, Connection connection) {
    this.driver = driver;
    this.connection = connection;
  }

  /// An object to call the method on; null if nobody knows how to make one.
  Object target(Class<?> type, Method method) throws Exception {
    return switch (type.getSimpleName()) {
      case "Driver" -> driver.driver();
      case "CommonDataSource", "DataSource" -> dataSource();
      case "ConnectionPoolDataSource" -> poolSource();
      case "XADataSource" -> distributedSource();
      case "PooledConnection" -> pooled(poolSource().getPooledConnection());
      case "XAConnection" -> pooled(distributedSource().getXAConnection());
      case "XAResource" -> resource(method.getName());
      case "Xid" -> recovered();
      case "Connection", "Wrapper" -> connection;
      case "DatabaseMetaData" -> connection.getMetaData();
      case "Statement" -> connection.createStatement();
      case "PreparedStatement" -> connection.prepareStatement("select id from sample");
      case "CallableStatement" -> connection.prepareCall("{call now()}");
      case "ParameterMetaData" ->
          connection
              .prepareStatement("select 1 from sample where c_int8 = ?")
              .getParameterMetaData();
      case "Savepoint" ->
          method.getName().endsWith("Name")
              ? connection.setSavepoint("here")
              : connection.setSavepoint();
      case "Struct" -> connection.createStruct("one_text", new Object[] {"7"});
      case "NClob" -> connection.createNClob();
      default -> ofRow(type, method);
    };
  }

  private Object ofRow(Class<?> type, Method method) throws SQLException {
    ResultSet row = row(connection);
    return switch (type.getSimpleName()) {
      case "ResultSet" -> row;
      case "ResultSetMetaData" -> row.getMetaData();
      case "Array" -> row.getArray("c_array");
      case "Blob" -> row.getBlob("c_oid");
      case "Clob" -> row.getClob("c_oid");
      case "SQLXML" ->
          method.getName().startsWith("set") ? connection.createSQLXML() : row.getSQLXML("c_xml");
      case "RowId" -> {
        ResultSet place = connection.createStatement().executeQuery("select ctid from sample");
        place.next();
        yield place.getRowId(1);
      }
      default -> null;
    };
  }

  static ResultSet row(Connection connection) throws SQLException {
    ResultSet row =
        connection
            .createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)
            .executeQuery("select * from sample");
    row.next();
    return row;
  }

  /// The branch that [XAResource] is about.
  Xid branch() {
    return branch;
  }

  /// The resource of [#branch()].
  XAResource resource() {
    return resource;
  }

  private DataSource dataSource() throws Exception {
    return at(driver.isTiercel() ? new TiercelDataSource() : new PGSimpleDataSource());
  }

  private ConnectionPoolDataSource poolSource() throws Exception {
    return at(
        driver.isTiercel()
            ? new TiercelConnectionPoolDataSource()
            : new PGConnectionPoolDataSource());
  }

  private XADataSource distributedSource() throws Exception {
    return at(driver.isTiercel() ? new TiercelXADataSource() : new PGXADataSource());
  }

  /// The setters have the same names in both drivers.
  private <T extends CommonDataSource> T at(T source) throws Exception {
    Class<?> type = source.getClass();
    var database = driver.database();
    type.getMethod("setServerName", String.class).invoke(source, database.host());
    type.getMethod("setPortNumber", int.class).invoke(source, database.port());
    type.getMethod("setDatabaseName", String.class).invoke(source, database.name());
    type.getMethod("setUser", String.class).invoke(source, database.user());
    type.getMethod("setPassword", String.class).invoke(source, database.password());
    return source;
  }

  private <T extends PooledConnection> T pooled(T made) {
    pooled = made;
    return made;
  }

  private XAResource resource(String method) throws Exception {
    XAConnection distributed = pooled(distributedSource().getXAConnection());
    resource = distributed.getXAResource();
    if (method.matches("end|prepare|commit|rollback|recover")) {
      resource.start(branch, XAResource.TMNOFLAGS);
    }
    if (method.matches("prepare|commit|rollback|recover")) {
      // A branch in which nothing ran is not kept prepared by our driver.
      row(distributed.getConnection());
      resource.end(branch, XAResource.TMSUCCESS);
    }
    isPrepared = method.matches("prepare|recover");
    if (method.equals("recover")) {
      resource.prepare(branch);
    }
    return resource;
  }

  private Xid recovered() throws Exception {
    return resource("recover").recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)[0];
  }

  @Override
  public void close() throws SQLException, XAException {
    if (isPrepared) {
      resource.rollback(branch);
    }
    if (pooled != null) {
      pooled.close();
    }
    connection.abort(Runnable::run);
  }
}
