package io.tiercel.inside.jar;

import io.tiercel.inside.PgException;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The class loaders of one database: one for each class path, which is a list of versions of
/// jars. All sessions share them, so that code stays compiled; a jar that was replaced is another
/// version, hence another loader, and the old one lives as long as calls use it. Safe for any
/// thread.
public final class JarLoaders {
  private static final String DATA_CORRUPTED = "XX001";
  private static final String INVALID_PARAMETER_VALUE = "22023";

  /// Loaders that are kept although no session may use them at the moment.
  private static final int KEPT = 16;

  private final ClassLoader parent;
  private final Map<List<JarReference>, JarLoader> recent =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<JarReference>, JarLoader> eldest) {
          return size() > KEPT;
        }
      };

  /// Brings the content of a jar.
  @FunctionalInterface
  public interface Contents {
    /// The bytes of the jar, whose hash is not trusted.
    byte[] of(JarReference jar);
  }

  /// @param parent is asked for classes before the jars are
  public JarLoaders(ClassLoader parent) {
    this.parent = parent;
  }

  /// The loader of a class path; the parent itself for an empty one.
  ///
  /// @throws PgException if a jar is none
  public ClassLoader of(List<JarReference> classPath, Contents contents) {
    if (classPath.isEmpty()) {
      return parent;
    }
    JarLoader known = find(classPath);
    if (known != null) {
      return known;
    }
    // Fetching talks to the session that asks, so no lock is held: two sessions may fetch the same.
    List<JarEntries> jars = new ArrayList<>();
    for (JarReference jar : classPath) {
      jars.add(read(jar, contents.of(jar)));
    }
    String names = String.join(":", classPath.stream().map(JarReference::name).toList());
    var loader = new JarLoader("jar " + names, jars, parent);
    synchronized (recent) {
      JarLoader other = recent.putIfAbsent(classPath, loader);
      return other == null ? loader : other;
    }
  }

  private @Nullable JarLoader find(List<JarReference> classPath) {
    synchronized (recent) {
      return recent.get(classPath);
    }
  }

  private static JarEntries read(JarReference jar, byte[] content) {
    if (!hash(content).equals(jar.hash())) {
      throw new PgException(
          DATA_CORRUPTED, "jar \"%s\" does not have its hash".formatted(jar.name()));
    }
    try {
      return JarEntries.read(content);
    } catch (IOException e) {
      throw new PgException(
          INVALID_PARAMETER_VALUE, "\"%s\" is no jar: %s".formatted(jar.name(), e.getMessage()));
    }
  }

  /// SHA-256 in hexadecimal.
  static String hash(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }
}
