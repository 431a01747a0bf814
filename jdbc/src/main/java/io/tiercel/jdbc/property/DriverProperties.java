package io.tiercel.jdbc.property;

import static io.tiercel.jdbc.property.DriverProperty.honoured;
import static io.tiercel.jdbc.property.DriverProperty.ignored;
import static io.tiercel.jdbc.property.DriverProperty.mapped;
import static io.tiercel.jdbc.property.DriverProperty.refused;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.error.SqlState;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Every connection property of pgjdbc's, and those that are ours besides. The table of the manual
/// is made from this one.
public final class DriverProperties {
  private static final String NO_GSS =
      "Kerberos is not supported; a server that asks for it is refused";
  private static final String NO_CLASSES = "no class is loaded because a property names it";

  private static final List<DriverProperty> CONNECTING =
      List.of(
          honoured("user", null, "the operating system's user name if it is not said"),
          honoured("password", null, "else looked up in the password file"),
          honoured("PGHOST", "localhost", "hosts, with commas between"),
          honoured("PGPORT", "5432", "ports, one for all or one each"),
          honoured("PGDBNAME", null, "the user's name if it is not said"),
          honoured("service", null, "a section of PGSERVICEFILE or ~/.pg_service.conf"),
          honoured("targetServerType", "any", "and libpq's read-write, read-only, standby"),
          honoured("loadBalanceHosts", "false", "try the hosts in random order"),
          honoured("hostRecheckSeconds", "10", "how long hosts that did not fit are tried last"),
          honoured("connectTimeout", "10", "seconds for one host; 0 for none"),
          honoured("loginTimeout", "30", "seconds for all hosts, with fractions; 0 for none"),
          honoured("socketTimeout", "0", "seconds of silence of the server; 0 for none"),
          honoured("tcpKeepAlive", "true", "on by default, unlike there"),
          honoured("tcpNoDelay", "true", "send small messages at once"),
          honoured("sendBufferSize", "-1", "of the socket; -1 leaves it to the system"),
          mapped("receiveBufferSize", "-1", "size of the driver's read buffer, not the socket's"),
          honoured("localSocketAddress", null, "the address to connect from"),
          honoured("ApplicationName", "tiercel", "shown in pg_stat_activity"),
          honoured("options", null, "server settings, -c name=value"),
          honoured("currentSchema", null, "the search_path"),
          honoured(
              "replication",
              null,
              "true or database; the server takes no statements there: use the replication API"),
          mapped("protocolVersion", "3.2", "3, 3.0, 3.2 or latest"),
          ignored("assumeMinServerVersion", null, "all settings travel with the first message"),
          ignored("groupStartupParameters", "false", "all settings travel with the first message"),
          mapped("cancelSignalTimeout", "10", "connectTimeout bounds the cancel request too"),
          refused("socketFactory", NO_CLASSES + "; sockets are channels, which no factory makes"),
          ignored("socketFactoryArg", null, "belongs to socketFactory"),
          ignored("connectExecutor", null, "loginTimeout needs no thread of its own"),
          ignored("connectExecutorArg", null, "belongs to connectExecutor"),
          ignored("classLoaderStrategy", "driver-first", NO_CLASSES));

  private static final List<DriverProperty> SECURITY =
      List.of(
          honoured("ssl", null, "true for sslmode=verify-full"),
          honoured("sslmode", "prefer", "who is trusted how far, as in libpq")
              .of("disable", "allow", "prefer", "require", "verify-ca", "verify-full"),
          honoured("sslNegotiation", "postgres", "direct saves a round trip")
              .of("postgres", "direct"),
          honoured("sslrootcert", null, "PEM file, or system for the JDK's authorities"),
          honoured("sslcert", null, "PEM file of our chain"),
          honoured("sslkey", null, "PKCS #8, PKCS #1, SEC 1, or a PKCS #12 store"),
          honoured("sslpassword", null, "opens the key or store"),
          refused("sslfactory", NO_CLASSES + "; use sslmode", "org.postgresql.ssl.LibPQFactory"),
          ignored("sslfactoryarg", null, "belongs to sslfactory"),
          refused("sslhostnameverifier", NO_CLASSES + "; use sslmode=verify-full or verify-ca"),
          refused("sslpasswordcallback", NO_CLASSES + "; use sslpassword"),
          ignored("sslResponseTimeout", "5000", "connectTimeout bounds the answer"),
          ignored("pemKeyAlgorithm", "RSA", "found out from the key"),
          honoured("channelBinding", "prefer", "SCRAM bound to the TLS channel")
              .of("disable", "prefer", "require"),
          honoured("requireAuth", null, "methods allowed, or with ! not allowed"),
          honoured("scramMaxIterations", "100000", "more rounds are refused; 0 for any"),
          refused("authenticationPluginClassName", NO_CLASSES + "; use OAuthTokenProvider"),
          mapped("gssEncMode", "disable", "require is refused: " + NO_GSS)
              .of("disable", "allow", "prefer"),
          ignored("gsslib", "auto", NO_GSS),
          ignored("gssResponseTimeout", "5000", NO_GSS),
          ignored("gssUseDefaultCreds", "false", NO_GSS),
          ignored("jaasApplicationName", "pgjdbc", NO_GSS),
          ignored("jaasLogin", "true", NO_GSS),
          ignored("kerberosServerName", null, NO_GSS),
          ignored("sspiServiceClass", "POSTGRES", NO_GSS),
          ignored("useSpnego", "false", NO_GSS));

  private static final List<DriverProperty> STATEMENTS =
      List.of(
          mapped(
              "prepareThreshold",
              "5",
              "uses after which a plain statement is kept prepared; a PreparedStatement always is;"
                  + " 0 for neither"),
          honoured("preparedStatementCacheQueries", "256", "statements kept prepared"),
          ignored("preparedStatementCacheSizeMiB", "5", "the cache counts statements only"),
          honoured("defaultRowFetchSize", "0", "rows fetched at once; 0 fetches as they are read"),
          honoured(
              "adaptiveFetch",
              "false",
              "after the first, as many rows as maxResultBuffer can hold"),
          honoured("adaptiveFetchMinimum", "0", "the least rows that adaptiveFetch fetches"),
          honoured(
              "adaptiveFetchMaximum", "-1", "the most rows that it fetches; -1 for any number"),
          honoured("maxResultBuffer", null, "bytes (100M) or share of the heap (10pct) for rows"),
          ignored("maxSendBufferSize", "8192", "reads while it writes, so no size can deadlock"),
          honoured("stringtype", "varchar", "unspecified lets the server infer the type")
              .of("varchar", "unspecified"),
          mapped(
              "reWriteBatchedInserts",
              "true",
              "rewriteBatch: inserts travel as arrays, counts stay exact"),
          ignored("reWriteBatchedInsertsSize", "0", "arrays have no such limit"),
          ignored("binaryTransfer", "true", "binary wherever the type has a codec"),
          ignored("binaryTransferEnable", "", "binary wherever the type has a codec"),
          ignored("binaryTransferDisable", "", "binary wherever the type has a codec"),
          ignored("flushCacheOnDdl", "true", "always"),
          refused(
              "preferQueryMode",
              "values never become part of the SQL text; behind a pooler use prepareThreshold=0,"
                  + " and for replication commands the replication API",
              "extended",
              "extendedForPrepared",
              "extendedCacheEverything"),
          honoured("autosave", "never", "conservative asks for what is done without a savepoint")
              .of("never", "always", "conservative"),
          ignored("cleanupSavepoints", "false", "always: it takes no round trip"),
          honoured("readOnly", "false", "as Connection.setReadOnly"),
          honoured("readOnlyMode", "transaction", "always holds in autocommit too")
              .of("ignore", "transaction", "always"),
          honoured("queryTimeout", "0", "seconds for each statement; 0 for none"),
          honoured("escapeSyntaxCallMode", "select", "what {call …} becomes"),
          honoured("quoteReturningIdentifiers", "true", "names of generated keys are quoted"),
          ignored(
              "convertBooleanToNumeric", "false", "always: as numbers, true and false are 1, 0"),
          refused("allowEncodingChanges", "texts are read as UTF-8 only", "false"),
          ignored("disableColumnSanitiser", "false", "names are found as they are written first"),
          honoured("unknownLength", "2147483647", "the length of types without a limit"),
          honoured("hideUnprivilegedObjects", "false", "metadata tell of what the user may use"),
          ignored("databaseMetadataCacheFields", "65536", "asked of the server when needed"),
          ignored("databaseMetadataCacheFieldsMiB", "5", "asked of the server when needed"),
          refused("xmlFactoryFactory", "external entities are never read", ""),
          honoured("logServerErrorDetail", "true", "false keeps values out of messages"),
          honoured("logUnclosedConnections", "false", "reports where they were opened, and closes"),
          ignored("loggerLevel", null, "logs by System.Logger, configured where that is"),
          ignored("loggerFile", null, "logs by System.Logger, configured where that is"));

  private static final List<DriverProperty> OURS =
      List.of(
          honoured("passfile", "~/.pgpass", "where passwords are looked up"),
          honoured("oauthTokenProvider", null, "class of an installed OAuthTokenProvider"),
          honoured("maxMessageBytes", "1073741824", "the largest message accepted"),
          honoured("rewriteBatch", "true", "batches of inserts travel as arrays"),
          honoured("copyBatch", "false", "batches of inserts are copied where they can be"),
          honoured(
              "raiseExceptionOnSilentRollback",
              "false",
              "commit fails when the server rolls back instead"));

  private static final Map<String, DriverProperty> BY_NAME =
      all().stream()
          .collect(Collectors.toUnmodifiableMap(DriverProperty::name, Function.identity()));

  private DriverProperties() {}

  /// Those of pgjdbc's, then ours.
  public static List<DriverProperty> all() {
    var all = new ArrayList<>(CONNECTING);
    all.addAll(SECURITY);
    all.addAll(STATEMENTS);
    all.addAll(OURS);
    return all;
  }

  /// The property of that name; null if there is none.
  public static @Nullable DriverProperty find(String name) {
    return BY_NAME.get(name);
  }

  /// Refuses what cannot be done without. Unknown names are passed over, as pgjdbc does.
  ///
  /// @throws SQLException `0A000` that names the property and the reason
  public static void check(Map<String, String> properties) throws SQLException {
    for (Map.Entry<String, String> entry : properties.entrySet()) {
      DriverProperty property = BY_NAME.get(entry.getKey());
      if (property != null
          && property.treatment() == Treatment.REFUSED
          && !property.takes(entry.getValue())) {
        throw SqlExceptions.of(
            SqlState.FEATURE_NOT_SUPPORTED,
            "connection property %s=%s is not supported: %s\nHint: leave it out, or set it to %s."
                .formatted(
                    property.name(), entry.getValue(), property.note(), property.defaultValue()),
            null);
      }
    }
  }
}
