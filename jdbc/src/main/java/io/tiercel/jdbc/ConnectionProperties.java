package io.tiercel.jdbc;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.property.DriverProperties;
import io.tiercel.jdbc.property.DriverProperty;
import java.io.Serializable;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The connection properties as the properties of a bean, for pools and containers that set them by
/// reflection: each by its own name, and by the names that pgjdbc's data sources give it besides.
/// What they mean stands in [DriverProperties]; a test compares the two. As long as that table is:
/// methods, for it is methods that reflection looks for, and in a class, for some look at no
/// interfaces.
///
/// A getter tells what was set, else the default, else null. A String that is null takes back what
/// was set. A value that is refused is so when it is set, by an [IllegalArgumentException]; what is
/// wrong otherwise, when a connection is opened. Not safe for several threads.
public abstract class ConnectionProperties implements Serializable {
  private static final long serialVersionUID = 1;

  private final TreeMap<String, String> properties = new TreeMap<>();

  ConnectionProperties() {}

  /// Those that were set.
  final SortedMap<String, String> given() {
    return Collections.unmodifiableSortedMap(properties);
  }

  public final @Nullable String getProperty(String name) {
    return properties.get(name);
  }

  /// Any connection property.
  ///
  /// @throws SQLException if there is none of that name, or it cannot have that value
  public final void setProperty(String name, String value) throws SQLException {
    if (DriverProperties.find(name) == null) {
      throw SqlExceptions.of("22023", "unknown connection property \"%s\"".formatted(name), null);
    }
    DriverProperties.check(Map.of(name, value));
    properties.put(name, value);
  }

  /// As [#setProperty], for setters of beans; null takes it back.
  final void put(String name, @Nullable String value) {
    if (value == null) {
      properties.remove(name);
      return;
    }
    try {
      setProperty(name, value);
    } catch (SQLException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  final @Nullable String text(String name) {
    DriverProperty property = DriverProperties.find(name);
    String otherwise = property == null ? null : property.defaultValue();
    String value = properties.get(name);
    return value == null ? otherwise : value;
  }

  /// Times may be given with fractions, and are told in whole seconds, none of them as 0.
  final int number(String name) {
    String value = text(name);
    try {
      return value == null ? 0 : (int) Math.ceil(Double.parseDouble(value));
    } catch (NumberFormatException e) {
      throw new IllegalStateException(
          "connection property %s is \"%s\", not a number".formatted(name, value), e);
    }
  }

  final boolean flag(String name) {
    return Boolean.parseBoolean(text(name));
  }

  // Connecting

  public final @Nullable String getService() {
    return text("service");
  }

  public final void setService(@Nullable String value) {
    put("service", value);
  }

  public final @Nullable String getTargetServerType() {
    return text("targetServerType");
  }

  public final void setTargetServerType(@Nullable String value) {
    put("targetServerType", value);
  }

  public final boolean getLoadBalanceHosts() {
    return flag("loadBalanceHosts");
  }

  public final void setLoadBalanceHosts(boolean value) {
    put("loadBalanceHosts", Boolean.toString(value));
  }

  public final int getHostRecheckSeconds() {
    return number("hostRecheckSeconds");
  }

  public final void setHostRecheckSeconds(int value) {
    put("hostRecheckSeconds", Integer.toString(value));
  }

  public final int getConnectTimeout() {
    return number("connectTimeout");
  }

  public final void setConnectTimeout(int value) {
    put("connectTimeout", Integer.toString(value));
  }

  public final int getSocketTimeout() {
    return number("socketTimeout");
  }

  public final void setSocketTimeout(int value) {
    put("socketTimeout", Integer.toString(value));
  }

  public final boolean getTcpKeepAlive() {
    return flag("tcpKeepAlive");
  }

  public final void setTcpKeepAlive(boolean value) {
    put("tcpKeepAlive", Boolean.toString(value));
  }

  public final boolean getTcpNoDelay() {
    return flag("tcpNoDelay");
  }

  public final void setTcpNoDelay(boolean value) {
    put("tcpNoDelay", Boolean.toString(value));
  }

  public final int getSendBufferSize() {
    return number("sendBufferSize");
  }

  public final void setSendBufferSize(int value) {
    put("sendBufferSize", Integer.toString(value));
  }

  public final int getReceiveBufferSize() {
    return number("receiveBufferSize");
  }

  public final void setReceiveBufferSize(int value) {
    put("receiveBufferSize", Integer.toString(value));
  }

  public final int getRecvBufferSize() {
    return number("receiveBufferSize");
  }

  public final void setRecvBufferSize(int value) {
    put("receiveBufferSize", Integer.toString(value));
  }

  public final @Nullable String getLocalSocketAddress() {
    return text("localSocketAddress");
  }

  public final void setLocalSocketAddress(@Nullable String value) {
    put("localSocketAddress", value);
  }

  public final @Nullable String getOptions() {
    return text("options");
  }

  public final void setOptions(@Nullable String value) {
    put("options", value);
  }

  public final @Nullable String getCurrentSchema() {
    return text("currentSchema");
  }

  public final void setCurrentSchema(@Nullable String value) {
    put("currentSchema", value);
  }

  public final @Nullable String getReplication() {
    return text("replication");
  }

  public final void setReplication(@Nullable String value) {
    put("replication", value);
  }

  public final @Nullable String getProtocolVersion() {
    return text("protocolVersion");
  }

  public final void setProtocolVersion(@Nullable String value) {
    put("protocolVersion", value);
  }

  public final @Nullable String getAssumeMinServerVersion() {
    return text("assumeMinServerVersion");
  }

  public final void setAssumeMinServerVersion(@Nullable String value) {
    put("assumeMinServerVersion", value);
  }

  public final boolean getGroupStartupParameters() {
    return flag("groupStartupParameters");
  }

  public final void setGroupStartupParameters(boolean value) {
    put("groupStartupParameters", Boolean.toString(value));
  }

  public final int getCancelSignalTimeout() {
    return number("cancelSignalTimeout");
  }

  public final void setCancelSignalTimeout(int value) {
    put("cancelSignalTimeout", Integer.toString(value));
  }

  public final @Nullable String getSocketFactory() {
    return text("socketFactory");
  }

  public final void setSocketFactory(@Nullable String value) {
    put("socketFactory", value);
  }

  public final @Nullable String getSocketFactoryArg() {
    return text("socketFactoryArg");
  }

  public final void setSocketFactoryArg(@Nullable String value) {
    put("socketFactoryArg", value);
  }

  public final @Nullable String getConnectExecutor() {
    return text("connectExecutor");
  }

  public final void setConnectExecutor(@Nullable String value) {
    put("connectExecutor", value);
  }

  public final @Nullable String getConnectExecutorArg() {
    return text("connectExecutorArg");
  }

  public final void setConnectExecutorArg(@Nullable String value) {
    put("connectExecutorArg", value);
  }

  public final @Nullable String getClassLoaderStrategy() {
    return text("classLoaderStrategy");
  }

  public final void setClassLoaderStrategy(@Nullable String value) {
    put("classLoaderStrategy", value);
  }

  // Security

  public final boolean getSsl() {
    return flag("ssl");
  }

  public final void setSsl(boolean value) {
    put("ssl", Boolean.toString(value));
  }

  public final @Nullable String getSslmode() {
    return text("sslmode");
  }

  public final void setSslmode(@Nullable String value) {
    put("sslmode", value);
  }

  public final @Nullable String getSslMode() {
    return text("sslmode");
  }

  public final void setSslMode(@Nullable String value) {
    put("sslmode", value);
  }

  public final @Nullable String getSslNegotiation() {
    return text("sslNegotiation");
  }

  public final void setSslNegotiation(@Nullable String value) {
    put("sslNegotiation", value);
  }

  public final @Nullable String getSslrootcert() {
    return text("sslrootcert");
  }

  public final void setSslrootcert(@Nullable String value) {
    put("sslrootcert", value);
  }

  public final @Nullable String getSslRootCert() {
    return text("sslrootcert");
  }

  public final void setSslRootCert(@Nullable String value) {
    put("sslrootcert", value);
  }

  public final @Nullable String getSslcert() {
    return text("sslcert");
  }

  public final void setSslcert(@Nullable String value) {
    put("sslcert", value);
  }

  public final @Nullable String getSslCert() {
    return text("sslcert");
  }

  public final void setSslCert(@Nullable String value) {
    put("sslcert", value);
  }

  public final @Nullable String getSslkey() {
    return text("sslkey");
  }

  public final void setSslkey(@Nullable String value) {
    put("sslkey", value);
  }

  public final @Nullable String getSslKey() {
    return text("sslkey");
  }

  public final void setSslKey(@Nullable String value) {
    put("sslkey", value);
  }

  public final @Nullable String getSslpassword() {
    return text("sslpassword");
  }

  public final void setSslpassword(@Nullable String value) {
    put("sslpassword", value);
  }

  public final @Nullable String getSslPassword() {
    return text("sslpassword");
  }

  public final void setSslPassword(@Nullable String value) {
    put("sslpassword", value);
  }

  public final @Nullable String getSslfactory() {
    return text("sslfactory");
  }

  public final void setSslfactory(@Nullable String value) {
    put("sslfactory", value);
  }

  public final @Nullable String getSslfactoryarg() {
    return text("sslfactoryarg");
  }

  public final void setSslfactoryarg(@Nullable String value) {
    put("sslfactoryarg", value);
  }

  public final @Nullable String getSslFactoryArg() {
    return text("sslfactoryarg");
  }

  public final void setSslFactoryArg(@Nullable String value) {
    put("sslfactoryarg", value);
  }

  public final @Nullable String getSslhostnameverifier() {
    return text("sslhostnameverifier");
  }

  public final void setSslhostnameverifier(@Nullable String value) {
    put("sslhostnameverifier", value);
  }

  public final @Nullable String getSslHostnameVerifier() {
    return text("sslhostnameverifier");
  }

  public final void setSslHostnameVerifier(@Nullable String value) {
    put("sslhostnameverifier", value);
  }

  public final @Nullable String getSslpasswordcallback() {
    return text("sslpasswordcallback");
  }

  public final void setSslpasswordcallback(@Nullable String value) {
    put("sslpasswordcallback", value);
  }

  public final @Nullable String getSslPasswordCallback() {
    return text("sslpasswordcallback");
  }

  public final void setSslPasswordCallback(@Nullable String value) {
    put("sslpasswordcallback", value);
  }

  public final int getSslResponseTimeout() {
    return number("sslResponseTimeout");
  }

  public final void setSslResponseTimeout(int value) {
    put("sslResponseTimeout", Integer.toString(value));
  }

  public final @Nullable String getPemKeyAlgorithm() {
    return text("pemKeyAlgorithm");
  }

  public final void setPemKeyAlgorithm(@Nullable String value) {
    put("pemKeyAlgorithm", value);
  }

  public final @Nullable String getPemKeyAlgo() {
    return text("pemKeyAlgorithm");
  }

  public final void setPemKeyAlgo(@Nullable String value) {
    put("pemKeyAlgorithm", value);
  }

  public final @Nullable String getChannelBinding() {
    return text("channelBinding");
  }

  public final void setChannelBinding(@Nullable String value) {
    put("channelBinding", value);
  }

  public final @Nullable String getRequireAuth() {
    return text("requireAuth");
  }

  public final void setRequireAuth(@Nullable String value) {
    put("requireAuth", value);
  }

  public final int getScramMaxIterations() {
    return number("scramMaxIterations");
  }

  public final void setScramMaxIterations(int value) {
    put("scramMaxIterations", Integer.toString(value));
  }

  public final @Nullable String getAuthenticationPluginClassName() {
    return text("authenticationPluginClassName");
  }

  public final void setAuthenticationPluginClassName(@Nullable String value) {
    put("authenticationPluginClassName", value);
  }

  public final @Nullable String getGssEncMode() {
    return text("gssEncMode");
  }

  public final void setGssEncMode(@Nullable String value) {
    put("gssEncMode", value);
  }

  public final @Nullable String getGsslib() {
    return text("gsslib");
  }

  public final void setGsslib(@Nullable String value) {
    put("gsslib", value);
  }

  public final @Nullable String getGssLib() {
    return text("gsslib");
  }

  public final void setGssLib(@Nullable String value) {
    put("gsslib", value);
  }

  public final int getGssResponseTimeout() {
    return number("gssResponseTimeout");
  }

  public final void setGssResponseTimeout(int value) {
    put("gssResponseTimeout", Integer.toString(value));
  }

  public final boolean getGssUseDefaultCreds() {
    return flag("gssUseDefaultCreds");
  }

  public final void setGssUseDefaultCreds(boolean value) {
    put("gssUseDefaultCreds", Boolean.toString(value));
  }

  public final @Nullable String getJaasApplicationName() {
    return text("jaasApplicationName");
  }

  public final void setJaasApplicationName(@Nullable String value) {
    put("jaasApplicationName", value);
  }

  public final boolean getJaasLogin() {
    return flag("jaasLogin");
  }

  public final void setJaasLogin(boolean value) {
    put("jaasLogin", Boolean.toString(value));
  }

  public final @Nullable String getKerberosServerName() {
    return text("kerberosServerName");
  }

  public final void setKerberosServerName(@Nullable String value) {
    put("kerberosServerName", value);
  }

  public final @Nullable String getSspiServiceClass() {
    return text("sspiServiceClass");
  }

  public final void setSspiServiceClass(@Nullable String value) {
    put("sspiServiceClass", value);
  }

  public final boolean getUseSpnego() {
    return flag("useSpnego");
  }

  public final void setUseSpnego(boolean value) {
    put("useSpnego", Boolean.toString(value));
  }

  public final boolean getUseSpNego() {
    return flag("useSpnego");
  }

  public final void setUseSpNego(boolean value) {
    put("useSpnego", Boolean.toString(value));
  }

  // Statements

  public final int getPrepareThreshold() {
    return number("prepareThreshold");
  }

  public final void setPrepareThreshold(int value) {
    put("prepareThreshold", Integer.toString(value));
  }

  public final int getPreparedStatementCacheQueries() {
    return number("preparedStatementCacheQueries");
  }

  public final void setPreparedStatementCacheQueries(int value) {
    put("preparedStatementCacheQueries", Integer.toString(value));
  }

  public final int getPreparedStatementCacheSizeMiB() {
    return number("preparedStatementCacheSizeMiB");
  }

  public final void setPreparedStatementCacheSizeMiB(int value) {
    put("preparedStatementCacheSizeMiB", Integer.toString(value));
  }

  public final int getDefaultRowFetchSize() {
    return number("defaultRowFetchSize");
  }

  public final void setDefaultRowFetchSize(int value) {
    put("defaultRowFetchSize", Integer.toString(value));
  }

  public final boolean getAdaptiveFetch() {
    return flag("adaptiveFetch");
  }

  public final void setAdaptiveFetch(boolean value) {
    put("adaptiveFetch", Boolean.toString(value));
  }

  public final int getAdaptiveFetchMinimum() {
    return number("adaptiveFetchMinimum");
  }

  public final void setAdaptiveFetchMinimum(int value) {
    put("adaptiveFetchMinimum", Integer.toString(value));
  }

  public final int getAdaptiveFetchMaximum() {
    return number("adaptiveFetchMaximum");
  }

  public final void setAdaptiveFetchMaximum(int value) {
    put("adaptiveFetchMaximum", Integer.toString(value));
  }

  public final @Nullable String getMaxResultBuffer() {
    return text("maxResultBuffer");
  }

  public final void setMaxResultBuffer(@Nullable String value) {
    put("maxResultBuffer", value);
  }

  public final int getMaxSendBufferSize() {
    return number("maxSendBufferSize");
  }

  public final void setMaxSendBufferSize(int value) {
    put("maxSendBufferSize", Integer.toString(value));
  }

  public final @Nullable String getStringtype() {
    return text("stringtype");
  }

  public final void setStringtype(@Nullable String value) {
    put("stringtype", value);
  }

  public final @Nullable String getStringType() {
    return text("stringtype");
  }

  public final void setStringType(@Nullable String value) {
    put("stringtype", value);
  }

  public final boolean getReWriteBatchedInserts() {
    return flag("reWriteBatchedInserts");
  }

  public final void setReWriteBatchedInserts(boolean value) {
    put("reWriteBatchedInserts", Boolean.toString(value));
  }

  public final int getReWriteBatchedInsertsSize() {
    return number("reWriteBatchedInsertsSize");
  }

  public final void setReWriteBatchedInsertsSize(int value) {
    put("reWriteBatchedInsertsSize", Integer.toString(value));
  }

  public final boolean getBinaryTransfer() {
    return flag("binaryTransfer");
  }

  public final void setBinaryTransfer(boolean value) {
    put("binaryTransfer", Boolean.toString(value));
  }

  public final @Nullable String getBinaryTransferEnable() {
    return text("binaryTransferEnable");
  }

  public final void setBinaryTransferEnable(@Nullable String value) {
    put("binaryTransferEnable", value);
  }

  public final @Nullable String getBinaryTransferDisable() {
    return text("binaryTransferDisable");
  }

  public final void setBinaryTransferDisable(@Nullable String value) {
    put("binaryTransferDisable", value);
  }

  public final boolean getFlushCacheOnDdl() {
    return flag("flushCacheOnDdl");
  }

  public final void setFlushCacheOnDdl(boolean value) {
    put("flushCacheOnDdl", Boolean.toString(value));
  }

  public final @Nullable String getPreferQueryMode() {
    return text("preferQueryMode");
  }

  public final void setPreferQueryMode(@Nullable String value) {
    put("preferQueryMode", value);
  }

  public final @Nullable String getAutosave() {
    return text("autosave");
  }

  public final void setAutosave(@Nullable String value) {
    put("autosave", value);
  }

  public final boolean getCleanupSavepoints() {
    return flag("cleanupSavepoints");
  }

  public final void setCleanupSavepoints(boolean value) {
    put("cleanupSavepoints", Boolean.toString(value));
  }

  public final boolean getCleanupSavePoints() {
    return flag("cleanupSavepoints");
  }

  public final void setCleanupSavePoints(boolean value) {
    put("cleanupSavepoints", Boolean.toString(value));
  }

  public final boolean getReadOnly() {
    return flag("readOnly");
  }

  public final void setReadOnly(boolean value) {
    put("readOnly", Boolean.toString(value));
  }

  public final @Nullable String getReadOnlyMode() {
    return text("readOnlyMode");
  }

  public final void setReadOnlyMode(@Nullable String value) {
    put("readOnlyMode", value);
  }

  public final int getQueryTimeout() {
    return number("queryTimeout");
  }

  public final void setQueryTimeout(int value) {
    put("queryTimeout", Integer.toString(value));
  }

  public final @Nullable String getEscapeSyntaxCallMode() {
    return text("escapeSyntaxCallMode");
  }

  public final void setEscapeSyntaxCallMode(@Nullable String value) {
    put("escapeSyntaxCallMode", value);
  }

  public final boolean getQuoteReturningIdentifiers() {
    return flag("quoteReturningIdentifiers");
  }

  public final void setQuoteReturningIdentifiers(boolean value) {
    put("quoteReturningIdentifiers", Boolean.toString(value));
  }

  public final boolean getConvertBooleanToNumeric() {
    return flag("convertBooleanToNumeric");
  }

  public final void setConvertBooleanToNumeric(boolean value) {
    put("convertBooleanToNumeric", Boolean.toString(value));
  }

  public final boolean getAllowEncodingChanges() {
    return flag("allowEncodingChanges");
  }

  public final void setAllowEncodingChanges(boolean value) {
    put("allowEncodingChanges", Boolean.toString(value));
  }

  public final boolean getDisableColumnSanitiser() {
    return flag("disableColumnSanitiser");
  }

  public final void setDisableColumnSanitiser(boolean value) {
    put("disableColumnSanitiser", Boolean.toString(value));
  }

  public final int getUnknownLength() {
    return number("unknownLength");
  }

  public final void setUnknownLength(int value) {
    put("unknownLength", Integer.toString(value));
  }

  public final boolean getHideUnprivilegedObjects() {
    return flag("hideUnprivilegedObjects");
  }

  public final void setHideUnprivilegedObjects(boolean value) {
    put("hideUnprivilegedObjects", Boolean.toString(value));
  }

  public final int getDatabaseMetadataCacheFields() {
    return number("databaseMetadataCacheFields");
  }

  public final void setDatabaseMetadataCacheFields(int value) {
    put("databaseMetadataCacheFields", Integer.toString(value));
  }

  public final int getDatabaseMetadataCacheFieldsMiB() {
    return number("databaseMetadataCacheFieldsMiB");
  }

  public final void setDatabaseMetadataCacheFieldsMiB(int value) {
    put("databaseMetadataCacheFieldsMiB", Integer.toString(value));
  }

  public final @Nullable String getXmlFactoryFactory() {
    return text("xmlFactoryFactory");
  }

  public final void setXmlFactoryFactory(@Nullable String value) {
    put("xmlFactoryFactory", value);
  }

  public final boolean getLogServerErrorDetail() {
    return flag("logServerErrorDetail");
  }

  public final void setLogServerErrorDetail(boolean value) {
    put("logServerErrorDetail", Boolean.toString(value));
  }

  public final boolean getLogUnclosedConnections() {
    return flag("logUnclosedConnections");
  }

  public final void setLogUnclosedConnections(boolean value) {
    put("logUnclosedConnections", Boolean.toString(value));
  }

  public final @Nullable String getLoggerLevel() {
    return text("loggerLevel");
  }

  public final void setLoggerLevel(@Nullable String value) {
    put("loggerLevel", value);
  }

  public final @Nullable String getLoggerFile() {
    return text("loggerFile");
  }

  public final void setLoggerFile(@Nullable String value) {
    put("loggerFile", value);
  }

  // Those that pgjdbc has not

  public final @Nullable String getPassfile() {
    return text("passfile");
  }

  public final void setPassfile(@Nullable String value) {
    put("passfile", value);
  }

  public final @Nullable String getOauthTokenProvider() {
    return text("oauthTokenProvider");
  }

  public final void setOauthTokenProvider(@Nullable String value) {
    put("oauthTokenProvider", value);
  }

  public final int getMaxMessageBytes() {
    return number("maxMessageBytes");
  }

  public final void setMaxMessageBytes(int value) {
    put("maxMessageBytes", Integer.toString(value));
  }

  public final boolean getRewriteBatch() {
    return flag("rewriteBatch");
  }

  public final void setRewriteBatch(boolean value) {
    put("rewriteBatch", Boolean.toString(value));
  }

  public final boolean getCopyBatch() {
    return flag("copyBatch");
  }

  public final void setCopyBatch(boolean value) {
    put("copyBatch", Boolean.toString(value));
  }

  public final boolean getRaiseExceptionOnSilentRollback() {
    return flag("raiseExceptionOnSilentRollback");
  }

  public final void setRaiseExceptionOnSilentRollback(boolean value) {
    put("raiseExceptionOnSilentRollback", Boolean.toString(value));
  }
}
