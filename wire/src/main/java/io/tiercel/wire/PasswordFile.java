package io.tiercel.wire;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// libpq's password file: lines `host:port:database:user:password`, of which the first that fits
/// counts. `*` fits everything, a backslash makes a colon or a backslash part of the text.
final class PasswordFile {
  private static final Logger LOGGER = System.getLogger(PasswordFile.class.getPackageName());
  private static final int FIELDS = 5;
  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.complementOf(
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));

  private PasswordFile() {}

  /// The password for a session at `host`; null if the file has none, or is passed over because
  /// others may read it.
  static @Nullable String find(Path file, ConnectionConfig.Host host, ConnectionConfig config) {
    try {
      if (!Files.isRegularFile(file) || isOpenToOthers(file)) {
        return null;
      }
      var wanted =
          List.of(
              host.isUnixSocket() ? "localhost" : host.name(),
              Integer.toString(host.port()),
              config.database(),
              config.user());
      for (String line : Files.readAllLines(file)) {
        List<String> fields = line.startsWith("#") ? List.of() : fields(line);
        if (fields.size() == FIELDS && fits(fields, wanted)) {
          return fields.getLast();
        }
      }
      return null;
    } catch (IOException e) {
      LOGGER.log(Level.WARNING, () -> "could not read password file " + file, e);
      return null;
    }
  }

  private static boolean isOpenToOthers(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return false;
    }
    var permissions = EnumSet.noneOf(PosixFilePermission.class);
    permissions.addAll(Files.getPosixFilePermissions(file));
    permissions.retainAll(OF_OTHERS);
    if (!permissions.isEmpty()) {
      LOGGER.log(
          Level.WARNING,
          () -> "password file %s is passed over: others may use it; chmod 600".formatted(file));
    }
    return !permissions.isEmpty();
  }

  private static boolean fits(List<String> fields, List<String> wanted) {
    for (int i = 0; i < wanted.size(); i++) {
      if (!fields.get(i).equals("*") && !fields.get(i).equals(wanted.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// The first four fields end at a colon; what follows is the password.
  private static List<String> fields(String line) {
    var fields = new ArrayList<String>();
    var field = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && i + 1 < line.length()) {
        field.append(line.charAt(++i));
      } else if (c == ':' && fields.size() < FIELDS - 1) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
