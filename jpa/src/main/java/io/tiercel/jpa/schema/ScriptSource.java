package io.tiercel.jpa.schema;

import jakarta.persistence.PersistenceException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A script that a unit names (Jakarta Persistence 3.2, section 9.4: the properties
/// `…create-script-source`, `…drop-script-source` and
/// `jakarta.persistence.sql-load-script-source`).
///
/// A `java.io.Reader` is read to its end once and stays open; its statements are kept, for the
/// script may be wanted again. Files are read each time, as UTF-8. Not safe for several threads.
public final class ScriptSource {
  /// Two characters at least: one is the drive of a path.
  private static final Pattern SCHEME = Pattern.compile("\\p{Alpha}[\\p{Alnum}+.-]+:.*");

  private final String property;
  private final Object source;
  private final ClassLoader loader;
  private @Nullable List<SchemaStatement> read;

  /// @param property the property that names it, for messages
  /// @param source a Reader, Path, File, URL or URI, or as text a URL, the name of a class path
  ///     resource or a path
  /// @param loader where resources are
  public ScriptSource(String property, Object source, ClassLoader loader) {
    this.property = property;
    this.source = source;
    this.loader = loader;
  }

  /// Its statements; PersistenceException naming the script that cannot be read or run.
  public List<SchemaStatement> statements() {
    List<SchemaStatement> known = read;
    if (known != null) {
      return known;
    }
    try {
      if (source instanceof Reader reader) {
        known = SqlScript.statements(text(reader), "the Reader of " + property);
        read = known;
        return known;
      }
      return statements(url());
    } catch (IOException | IllegalArgumentException e) {
      throw new PersistenceException(
          "could not read the script \"%s\" of property %s: %s".formatted(source, property, e), e);
    }
  }

  private List<SchemaStatement> statements(URL url) throws IOException {
    // newDecoder() refuses what is not UTF-8, where a charset would put question marks into data.
    try (InputStream in = url.openStream();
        Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder())) {
      return SqlScript.statements(text(reader), source.toString());
    }
  }

  private static String text(Reader reader) throws IOException {
    var text = new StringWriter();
    reader.transferTo(text);
    return text.toString();
  }

  private URL url() throws MalformedURLException {
    return switch (source) {
      case URL url -> url;
      case URI uri -> uri.toURL();
      case Path path -> path.toUri().toURL();
      case File file -> file.toURI().toURL();
      case String text -> url(text.strip());
      default ->
          throw new PersistenceException(
              "property %s must be a java.io.Reader, a file, a URL or the name of a resource, got a %s"
                  .formatted(property, source.getClass().getName()));
    };
  }

  private URL url(String text) throws MalformedURLException {
    if (SCHEME.matcher(text).matches()) {
      return URI.create(text).toURL();
    }
    Path path = Path.of(text);
    URL resource = loader.getResource(text.startsWith("/") ? text.substring(1) : text);
    if (resource != null && !(path.isAbsolute() && Files.exists(path))) {
      return resource;
    }
    if (!Files.exists(path)) {
      throw new PersistenceException(
          "property %s names the script \"%s\", which is neither a resource on the class path nor the file %s\nHint: name a resource, a path or a file: URL, or set a java.io.Reader."
              .formatted(property, text, path.toAbsolutePath()));
    }
    return path.toUri().toURL();
  }
}
