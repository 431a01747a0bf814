package io.tiercel.wire;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The settings of a connection, collected from where they may stand; what comes first counts:
///
/// 1. the URL, 2. the properties given with it, 3. the service file, where a service is named,
/// 4. environment variables, 5. files of the user's home directory, 6. the defaults.
///
/// For a `jdbc:postgresql:` URL environment variables count as pgjdbc reads them: those that name
/// the service file and the password file, and no others.
final class ConnectionSettings {
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Surroundings surroundings;
  private final boolean isPgjdbc;

  private ConnectionSettings(Surroundings surroundings, boolean isPgjdbc) {
    this.surroundings = surroundings;
    this.isPgjdbc = isPgjdbc;
  }

  static ConnectionSettings of(
      String url, Map<String, String> properties, Surroundings surroundings) {
    var collected = new ConnectionSettings(surroundings, ConnectionUrl.isPgjdbc(url));
    collected.addMissing(ConnectionUrl.settings(url));
    collected.addMissing(properties);
    collected.addService();
    if (!collected.isPgjdbc) {
      collected.addMissing(SettingNames.ofVariables(surroundings));
    }
    collected.addFiles();
    return collected;
  }

  ConnectionConfig toConfig() {
    return new SettingsReader(settings).toConfig();
  }

  private void addMissing(Map<String, String> further) {
    // Hosts and ports belong together: those of one source are not mixed with those of another.
    boolean hasHost = settings.containsKey("host");
    further.forEach(
        (name, value) -> {
          String canonical = SettingNames.canonical(name);
          if (!(hasHost && canonical.equals("port"))) {
            settings.putIfAbsent(canonical, value);
          }
        });
  }

  private void addService() {
    String service = settings.get("service");
    if (service == null && !isPgjdbc) {
      service = surroundings.variable("PGSERVICE");
    }
    if (service != null) {
      addMissing(ServiceFile.read(service, surroundings));
    }
    settings.remove("service");
  }

  private void addFiles() {
    if (!settings.containsKey("passfile")) {
      String named = surroundings.variable("PGPASSFILE");
      Path usual = surroundings.home().resolve(".pgpass");
      settings.put("passfile", named == null ? usual.toString() : named);
    }
    if (verifies() && !settings.containsKey("sslrootcert")) {
      putIfExists("sslrootcert", "root.crt");
    }
    if (!settings.containsKey("sslcert") && !settings.containsKey("sslkey")) {
      String key = existing("postgresql.key");
      key = key == null ? existing("postgresql.pk8") : key;
      String certificate = existing("postgresql.crt");
      if (key != null && certificate != null) {
        settings.put("sslkey", key);
        settings.put("sslcert", certificate);
      }
    }
  }

  /// libpq checks with `require` too when there is a root certificate, pgjdbc does not.
  private boolean verifies() {
    String mode = settings.getOrDefault("sslmode", settings.containsKey("ssl") ? "verify" : "");
    return mode.startsWith("verify") || (mode.equals("require") && !isPgjdbc);
  }

  private void putIfExists(String setting, String file) {
    String path = existing(file);
    if (path != null) {
      settings.put(setting, path);
    }
  }

  private @Nullable String existing(String file) {
    Path path = surroundings.home().resolve(".postgresql").resolve(file);
    return Files.exists(path) ? path.toString() : null;
  }
}
