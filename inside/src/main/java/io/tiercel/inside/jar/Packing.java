package io.tiercel.inside.jar;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/// Makes a jar of classes and of the classes that they name, those that they name, and so on. What
/// the worker has is left out: the platform's classes, Tiercel's, and its annotations. Classes that
/// are only named at run time, by reflection or in a file, are not found. The same classes make the
/// same bytes.
public final class Packing {
  /// A zip file's times begin here.
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private static final Pattern DESCRIPTOR_CLASS = Pattern.compile("L([^;<>()\\[\\]]+)[;<]");

  private final Map<String, byte[]> files = new TreeMap<>();

  private Packing() {}

  /// The jar of these classes and of what they need.
  ///
  /// @throws IllegalArgumentException for a class whose bytes cannot be read, such as a hidden one
  public static byte[] pack(Collection<Class<?>> roots) {
    var packing = new Packing();
    for (Class<?> root : roots) {
      ClassLoader loader = root.getClassLoader();
      if (loader == null || !packing.add(internalName(root), loader)) {
        throw new IllegalArgumentException("cannot read the bytes of " + root);
      }
    }
    return packing.toJar();
  }

  private static String internalName(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  /// Returns whether there is such a class.
  private boolean add(String root, ClassLoader loader) {
    Queue<String> open = new ArrayDeque<>();
    open.add(root);
    boolean isFound = false;
    for (String name = open.poll(); name != null; name = open.poll()) {
      String file = name + ".class";
      if (files.containsKey(file)) {
        isFound = true;
        continue;
      }
      byte[] content = content(file, loader);
      if (content == null) {
        continue; // a class that may be absent, such as one of an annotation
      }
      isFound = true;
      files.put(file, content);
      open.addAll(named(content));
    }
    return isFound;
  }

  private static Set<String> named(byte[] content) {
    var names = new TreeSet<String>();
    for (PoolEntry entry : ClassFile.of().parse(content).constantPool()) {
      if (entry instanceof ClassEntry type) {
        String name = type.asInternalName();
        if (!name.startsWith("[")) {
          names.add(name);
          continue;
        }
      }
      // Descriptors and signatures name classes, too.
      if (entry instanceof Utf8Entry text) {
        Matcher named = DESCRIPTOR_CLASS.matcher(text.stringValue());
        while (named.find()) {
          names.add(named.group(1));
        }
      }
    }
    names.removeIf(Packing::isTheWorkers);
    return names;
  }

  private static boolean isTheWorkers(String name) {
    return name.startsWith("io/tiercel/inside/")
        || name.startsWith("io/tiercel/wire/")
        || ClassLoader.getPlatformClassLoader().getResource(name + ".class") != null;
  }

  private static byte @Nullable [] content(String file, ClassLoader loader) {
    try (InputStream in = loader.getResourceAsStream(file)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file, e);
    }
  }

  private byte[] toJar() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(bytes)) {
      for (var file : files.entrySet()) {
        var entry = new ZipEntry(file.getKey());
        entry.setTimeLocal(NO_TIME);
        out.putNextEntry(entry);
        out.write(file.getValue());
        out.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return bytes.toByteArray();
  }
}
