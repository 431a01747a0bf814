package io.tiercel.jpa.bootstrap;

import jakarta.persistence.PersistenceException;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/// Finds the managed classes of a unit's root or of a jar that it lists, from the class files'
/// annotations, without loading a class (Jakarta Persistence 3.2, section 8.2.1.6).
final class ClassScan {
  private static final Set<String> ANNOTATIONS =
      Set.of(
          "Ljakarta/persistence/Entity;",
          "Ljakarta/persistence/Embeddable;",
          "Ljakarta/persistence/MappedSuperclass;",
          "Ljakarta/persistence/Converter;");

  private ClassScan() {}

  /// Names of the managed classes in a directory or jar.
  static List<String> managedClasses(URL root) {
    try {
      if (root.getProtocol().equals("file")) {
        Path path = Path.of(root.toURI());
        return Files.isDirectory(path) ? inDirectory(path) : inJar(path);
      }
      if (root.openConnection() instanceof JarURLConnection jar) {
        return inJar(Path.of(new URI(jar.getJarFileURL().toString())));
      }
      return List.of();
    } catch (IOException | URISyntaxException e) {
      throw new PersistenceException("could not look for entity classes in " + root, e);
    }
  }

  private static List<String> inDirectory(Path root) throws IOException {
    List<String> names = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(root)) {
      files = walk.filter(path -> path.toString().endsWith(".class")).sorted().toList();
    }
    for (Path path : files) {
      addIfManaged(Files.readAllBytes(path), names);
    }
    return names;
  }

  private static List<String> inJar(Path path) throws IOException {
    List<String> names = new ArrayList<>();
    try (JarFile jar = new JarFile(path.toFile())) {
      for (var entries = jar.entries(); entries.hasMoreElements(); ) {
        var entry = entries.nextElement();
        if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
          try (var in = jar.getInputStream(entry)) {
            addIfManaged(in.readAllBytes(), names);
          }
        }
      }
    }
    return names;
  }

  private static void addIfManaged(byte[] bytes, List<String> names) {
    ClassModel model = ClassFile.of().parse(bytes);
    String name = model.thisClass().asInternalName().replace('/', '.');
    boolean managed =
        model.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
            .flatMap(attribute -> attribute.annotations().stream())
            .anyMatch(annotation -> ANNOTATIONS.contains(annotation.className().stringValue()));
    if (managed) {
      names.add(name);
    }
  }
}
