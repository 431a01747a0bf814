package io.tiercel.jpa.bootstrap;

import jakarta.persistence.PersistenceException;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// The root of a persistence unit: the directory or jar whose `META-INF` holds its
/// `persistence.xml` (Jakarta Persistence 3.2, section 8.2).
///
/// @param url of that directory or jar
/// @param directory the directory itself, or the one the jar is in
record UnitRoot(URL url, Path directory) {

  static UnitRoot of(URL file, String resource) {
    try {
      if (file.openConnection() instanceof JarURLConnection jar) {
        URL jarFile = jar.getJarFileURL();
        Path path = Path.of(new URI(jarFile.toString()));
        return new UnitRoot(jarFile, Objects.requireNonNull(path.toAbsolutePath().getParent()));
      }
      Path root = Path.of(file.toURI());
      for (int level = Path.of(resource).getNameCount(); level > 0; level--) {
        root = Objects.requireNonNull(root.getParent(), file::toString);
      }
      return new UnitRoot(root.toUri().toURL(), root);
    } catch (IOException | URISyntaxException | IllegalArgumentException e) {
      throw new PersistenceException("could not tell where the unit of " + file + " is", e);
    }
  }

  /// A jar that the unit lists: a URL, or a path that is absolute or relative to [#directory].
  URL jarFile(String name, String unitName) {
    try {
      if (name.startsWith("file:") || name.startsWith("jar:")) {
        return new URI(name).toURL();
      }
      Path path = directory.resolve(name);
      if (!Files.exists(path)) {
        throw new PersistenceException(
            "persistence unit \"%s\" lists jar file %s, which is not at %s\nHint: name it relative to %s, or by a file: URL."
                .formatted(unitName, name, path, directory));
      }
      return path.toUri().toURL();
    } catch (URISyntaxException | MalformedURLException | IllegalArgumentException e) {
      throw new PersistenceException(
          "persistence unit \"%s\" lists jar file %s, which is no path and no URL"
              .formatted(unitName, name),
          e);
    }
  }
}
