package io.tiercel.wire;

import java.util.LinkedHashMap;
import java.util.Map;

/// The names of settings: pgjdbc's, libpq's, and those of libpq's environment variables.
final class SettingNames {
  private static final Map<String, String> SYNONYMS =
      Map.ofEntries(
          Map.entry("PGHOST", "host"),
          Map.entry("unixSocketDirectory", "host"),
          Map.entry("PGPORT", "port"),
          Map.entry("PGDBNAME", "dbname"),
          Map.entry("database", "dbname"),
          Map.entry("sslNegotiation", "sslnegotiation"),
          Map.entry("channel_binding", "channelBinding"),
          Map.entry("connect_timeout", "connectTimeout"),
          Map.entry("application_name", "ApplicationName"),
          Map.entry("max_protocol_version", "protocolVersion"),
          Map.entry("target_session_attrs", "targetServerType"),
          Map.entry("load_balance_hosts", "loadBalanceHosts"),
          Map.entry("require_auth", "requireAuth"),
          Map.entry("keepalives", "tcpKeepAlive"),
          Map.entry("gssencmode", "gssEncMode"),
          Map.entry("preparedStatementCacheSize", "preparedStatementCacheQueries"));

  private static final Map<String, String> VARIABLES =
      Map.ofEntries(
          Map.entry("PGHOST", "host"),
          Map.entry("PGPORT", "port"),
          Map.entry("PGDATABASE", "dbname"),
          Map.entry("PGUSER", "user"),
          Map.entry("PGPASSWORD", "password"),
          Map.entry("PGPASSFILE", "passfile"),
          Map.entry("PGOPTIONS", "options"),
          Map.entry("PGAPPNAME", "ApplicationName"),
          Map.entry("PGSSLMODE", "sslmode"),
          Map.entry("PGSSLNEGOTIATION", "sslnegotiation"),
          Map.entry("PGSSLROOTCERT", "sslrootcert"),
          Map.entry("PGSSLCERT", "sslcert"),
          Map.entry("PGSSLKEY", "sslkey"),
          Map.entry("PGCHANNELBINDING", "channelBinding"),
          Map.entry("PGREQUIREAUTH", "requireAuth"),
          Map.entry("PGGSSENCMODE", "gssEncMode"),
          Map.entry("PGCONNECT_TIMEOUT", "connectTimeout"),
          Map.entry("PGTARGETSESSIONATTRS", "targetServerType"),
          Map.entry("PGLOADBALANCEHOSTS", "loadBalanceHosts"),
          Map.entry("PGMAXPROTOCOLVERSION", "protocolVersion"));

  private SettingNames() {}

  /// The one name under which a setting is kept.
  static String canonical(String name) {
    return SYNONYMS.getOrDefault(name, name);
  }

  /// The settings that environment variables make.
  static Map<String, String> ofVariables(Surroundings surroundings) {
    var settings = new LinkedHashMap<String, String>();
    VARIABLES.forEach(
        (variable, setting) -> {
          String value = surroundings.variable(variable);
          if (value != null) {
            settings.put(setting, value);
          }
        });
    return settings;
  }
}
