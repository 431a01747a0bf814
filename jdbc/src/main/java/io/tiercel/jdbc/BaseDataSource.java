package io.tiercel.jdbc;

import static java.util.stream.Collectors.joining;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.property.DriverProperties;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Properties;
import java.util.logging.Logger;
import javax.naming.RefAddr;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import javax.sql.CommonDataSource;
import org.jspecify.annotations.Nullable;

/// What the data sources have in common: a URL, and properties that count for less than those in
/// it. Set them up on one thread; then they are safe for any number.
public abstract class BaseDataSource extends ConnectionProperties
    implements CommonDataSource, Referenceable {
  private static final long serialVersionUID = 1;
  private static final String URL = "url";

  private String url = "jdbc:tiercel:///";
  private transient @Nullable PrintWriter logWriter;

  BaseDataSource() {}

  /// A new connection, of that user rather than the one that the URL names. Blocks.
  final Connection open(@Nullable String user, @Nullable String password) throws SQLException {
    var info = new Properties();
    info.putAll(given());
    if (user != null) {
      info.setProperty("user", user);
    }
    if (password != null) {
      info.setProperty("password", password);
    }
    if (!new TiercelDriver().acceptsURL(url)) {
      throw SqlExceptions.of("08001", "the URL of the data source is not one of ours", null);
    }
    var complete = new DriverUrl(url, info);
    return UrlDriver.open(user == null ? complete : complete.as(user, password));
  }

  public final String getUrl() {
    return url;
  }

  /// `jdbc:tiercel:` or `jdbc:postgresql:` with anything that a URL may say.
  public final void setUrl(String value) {
    url = value;
  }

  /// As [#setUrl(String)], by the name some pools look for.
  public final void setURL(String value) {
    setUrl(value);
  }

  public final @Nullable String getUser() {
    return text("user");
  }

  public final void setUser(@Nullable String value) {
    put("user", value);
  }

  public final @Nullable String getPassword() {
    return text("password");
  }

  public final void setPassword(@Nullable String value) {
    put("password", value);
  }

  public final @Nullable String getServerName() {
    return text("PGHOST");
  }

  /// A host, or several with commas between.
  public final void setServerName(@Nullable String value) {
    put("PGHOST", value);
  }

  public final String[] getServerNames() {
    return String.valueOf(getServerName()).split(",", -1);
  }

  public final void setServerNames(String[] values) {
    setServerName(String.join(",", values));
  }

  /// Of the first server.
  public final int getPortNumber() {
    return getPortNumbers()[0];
  }

  public final void setPortNumber(int value) {
    setPortNumbers(new int[] {value});
  }

  public final int[] getPortNumbers() {
    return Arrays.stream(String.valueOf(text("PGPORT")).split(",", -1))
        .mapToInt(Integer::parseInt)
        .toArray();
  }

  /// One for all servers, or one for each.
  public final void setPortNumbers(int[] values) {
    put("PGPORT", Arrays.stream(values).mapToObj(Integer::toString).collect(joining(",")));
  }

  public final @Nullable String getDatabaseName() {
    return text("PGDBNAME");
  }

  public final void setDatabaseName(@Nullable String value) {
    put("PGDBNAME", value);
  }

  public final @Nullable String getApplicationName() {
    return text("ApplicationName");
  }

  public final void setApplicationName(@Nullable String value) {
    put("ApplicationName", value);
  }

  @Override
  public final int getLoginTimeout() {
    return getProperty("loginTimeout") == null ? 0 : number("loginTimeout");
  }

  @Override
  public final void setLoginTimeout(int seconds) {
    put("loginTimeout", Integer.toString(seconds));
  }

  @Override
  public final @Nullable PrintWriter getLogWriter() {
    return logWriter;
  }

  /// Kept, but nothing is written to it: the driver logs by [System.Logger].
  @Override
  public final void setLogWriter(@Nullable PrintWriter out) {
    logWriter = out;
  }

  @Override
  public final Logger getParentLogger() {
    return Logger.getLogger("io.tiercel");
  }

  /// Names this data source for JNDI, password included.
  @Override
  public final Reference getReference() {
    var reference = new Reference(getClass().getName(), TiercelObjectFactory.class.getName(), null);
    reference.add(new StringRefAddr(URL, url));
    given().forEach((name, value) -> reference.add(new StringRefAddr(name, value)));
    return reference;
  }

  final void take(Reference reference) {
    for (var all = reference.getAll(); all.hasMoreElements(); ) {
      RefAddr address = all.nextElement();
      String value = String.valueOf(address.getContent());
      if (address.getType().equals(URL)) {
        url = value;
      } else if (DriverProperties.find(address.getType()) != null) {
        // Containers add names of their own.
        put(address.getType(), value);
      }
    }
  }

  public final <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw SqlExceptions.of("22023", "Cannot unwrap to " + type.getName(), null);
  }

  public final boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  /// Neither the URL nor the properties, which may hold a password.
  @Override
  public final String toString() {
    return getClass().getSimpleName();
  }
}
