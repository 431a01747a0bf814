package io.tiercel.inside.jar;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/// The files of a jar, in memory. Immutable, safe for any thread.
///
/// @param manifest empty if the jar has none
/// @param files by their names; of a multi-release jar those that this version of Java takes
public record JarEntries(Manifest manifest, Map<String, byte[]> files) {
  private static final String VERSIONS = "META-INF/versions/";

  /// The files of a jar.
  ///
  /// @throws IOException if it is none, or has no file
  public static JarEntries read(byte[] jar) throws IOException {
    Map<String, byte[]> files = new HashMap<>();
    try (var in = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (!entry.isDirectory()) {
          files.put(entry.getName(), in.readAllBytes());
        }
      }
    }
    if (files.isEmpty()) {
      throw new IOException("it is empty, or no zip file");
    }
    var manifest = new Manifest();
    byte[] stated = files.get(JarFile.MANIFEST_NAME);
    if (stated != null) {
      manifest.read(new ByteArrayInputStream(stated));
    }
    if ("true"
        .equalsIgnoreCase(manifest.getMainAttributes().getValue(Attributes.Name.MULTI_RELEASE))) {
      files.putAll(newest(files));
    }
    return new JarEntries(manifest, Map.copyOf(files));
  }

  /// The files of versions up to this one; later versions replace earlier ones.
  private static Map<String, byte[]> newest(Map<String, byte[]> files) {
    Map<Integer, Map<String, byte[]>> byVersion = new TreeMap<>();
    files.forEach(
        (name, content) -> {
          int end = name.indexOf('/', VERSIONS.length());
          if (name.startsWith(VERSIONS) && end > 0) {
            int version = version(name.substring(VERSIONS.length(), end));
            if (version <= Runtime.version().feature()) {
              byVersion
                  .computeIfAbsent(version, _ -> new HashMap<>())
                  .put(name.substring(end + 1), content);
            }
          }
        });
    Map<String, byte[]> newest = new HashMap<>();
    byVersion.values().forEach(newest::putAll);
    return newest;
  }

  private static int version(String text) {
    return text.matches("\\d{1,4}") ? Integer.parseInt(text) : Integer.MAX_VALUE;
  }

  byte @Nullable [] file(String name) {
    return files.get(name);
  }
}
