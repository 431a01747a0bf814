package io.tiercel.jpa.bootstrap;

import jakarta.persistence.PersistenceException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Files of one name in the root of a unit and in the jars it lists (Jakarta Persistence 3.2,
/// section 8.2.1.6). A class loader finds those of other units as well.
public final class RootResources {
  private RootResources() {}

  /// Where the file is, in the order of the roots. Throws PersistenceException when a root cannot
  /// be read.
  public static List<URL> find(List<URL> roots, String name) {
    Map<String, URL> found = new LinkedHashMap<>();
    for (URL root : roots) {
      try {
        URL file = new URI(directory(root) + name).toURL();
        if (exists(file)) {
          found.putIfAbsent(file.toExternalForm(), file);
        }
      } catch (IOException | URISyntaxException e) {
        throw new PersistenceException("could not look for %s in %s".formatted(name, root), e);
      }
    }
    return new ArrayList<>(found.values());
  }

  /// The roots, none when one is of a kind that only its container can look into.
  static List<URL> readable(List<URL> roots) {
    return roots.stream()
            .allMatch(root -> root.getProtocol().equals("file") || root.getProtocol().equals("jar"))
        ? List.copyOf(roots)
        : List.of();
  }

  /// What the names of files in a root begin with.
  private static String directory(URL root) throws URISyntaxException {
    String url = root.toExternalForm();
    if (root.getProtocol().equals("file") && !Files.isDirectory(Path.of(root.toURI()))) {
      return "jar:" + url + "!/";
    }
    return url.endsWith("/") ? url : url + "/";
  }

  private static boolean exists(URL file) throws IOException {
    URLConnection connection = file.openConnection();
    connection.setUseCaches(false);
    try (InputStream in = connection.getInputStream()) {
      return in != null;
    } catch (FileNotFoundException absent) {
      return false;
    }
  }
}
