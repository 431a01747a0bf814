package io.tiercel.jdbc;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.property.DriverProperties;
import java.io.PrintWriter;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Logger;
import javax.naming.RefAddr;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import javax.sql.CommonDataSource;
import org.jspecify.annotations.Nullable;

/// What the data sources have in common: a URL, and properties that count for less than those in
/// it. Set them up on one thread; then they are safe for any number.
public abstract class BaseDataSource implements CommonDataSource, Referenceable, Serializable {
  private static final long serialVersionUID = 1;
  private static final String URL = "url";

  private String url = "jdbc:tiercel:///";
  private final TreeMap<String, String> properties = new TreeMap<>();
  private transient @Nullable PrintWriter logWriter;

  BaseDataSource() {}

  /// A new connection, of that user rather than the one that the URL names. Blocks.
  final Connection open(@Nullable String user, @Nullable String password) throws SQLException {
    var info = new Properties();
    info.putAll(properties);
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
    return properties.get("user");
  }

  public final void setUser(String value) {
    properties.put("user", value);
  }

  public final void setPassword(String value) {
    properties.put("password", value);
  }

  public final @Nullable String getServerName() {
    return properties.get("PGHOST");
  }

  /// A host, or several with commas between.
  public final void setServerName(String value) {
    properties.put("PGHOST", value);
  }

  public final int getPortNumber() {
    return Integer.parseInt(properties.getOrDefault("PGPORT", "5432"));
  }

  public final void setPortNumber(int value) {
    properties.put("PGPORT", Integer.toString(value));
  }

  public final @Nullable String getDatabaseName() {
    return properties.get("PGDBNAME");
  }

  public final void setDatabaseName(String value) {
    properties.put("PGDBNAME", value);
  }

  public final @Nullable String getApplicationName() {
    return properties.get("ApplicationName");
  }

  public final void setApplicationName(String value) {
    properties.put("ApplicationName", value);
  }

  public final @Nullable String getProperty(String name) {
    return properties.get(name);
  }

  /// Any connection property.
  ///
  /// @throws SQLException if there is none of that name, or it cannot have that value
  public final void setProperty(String name, String value) throws SQLException {
    var property = DriverProperties.find(name);
    if (property == null) {
      throw SqlExceptions.of("22023", "unknown connection property \"%s\"".formatted(name), null);
    }
    DriverProperties.check(Map.of(name, value));
    properties.put(name, value);
  }

  @Override
  public final int getLoginTimeout() {
    return Integer.parseInt(properties.getOrDefault("loginTimeout", "0"));
  }

  @Override
  public final void setLoginTimeout(int seconds) {
    properties.put("loginTimeout", Integer.toString(seconds));
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
    properties.forEach((name, value) -> reference.add(new StringRefAddr(name, value)));
    return reference;
  }

  final void take(Reference reference) {
    for (var all = reference.getAll(); all.hasMoreElements(); ) {
      RefAddr address = all.nextElement();
      String value = String.valueOf(address.getContent());
      if (address.getType().equals(URL)) {
        url = value;
      } else {
        properties.put(address.getType(), value);
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
