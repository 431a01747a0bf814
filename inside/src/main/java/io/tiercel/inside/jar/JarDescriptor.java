package io.tiercel.inside.jar;

import io.tiercel.inside.PgException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;

/// The statements of a jar's deployment descriptors (ISO/IEC 9075-13), which are the files that its
/// manifest marks by `SQLJDeploymentDescriptor: TRUE`, and [#WRITTEN], which the annotation
/// processor writes. Immutable.
///
/// @param install statements that make what the jar brings, in the order of the descriptors
/// @param remove statements that drop it
public record JarDescriptor(List<String> install, List<String> remove) {
  /// The descriptor that the annotation processor writes: it cannot write into a manifest.
  public static final String WRITTEN = "META-INF/pgjava.ddr";

  private static final String INVALID_PARAMETER_VALUE = "22023";
  private static final Attributes.Name IS_DESCRIPTOR =
      new Attributes.Name("SQLJDeploymentDescriptor");

  /// What [#read] finds, as arrays, for SQL: `install` and `remove`.
  public static Object[] statements(byte[] jar) {
    JarDescriptor descriptor = read(jar);
    return new Object[] {
      descriptor.install.toArray(String[]::new), descriptor.remove.toArray(String[]::new)
    };
  }

  /// Reads the descriptors of a jar.
  ///
  /// @throws PgException `22023` if it is no jar, `42601` if a descriptor cannot be understood
  public static JarDescriptor read(byte[] jar) {
    JarEntries entries;
    try {
      entries = JarEntries.read(jar);
    } catch (IOException e) {
      throw new PgException(INVALID_PARAMETER_VALUE, "this is no jar: " + e.getMessage());
    }
    List<String> install = new ArrayList<>();
    List<String> remove = new ArrayList<>();
    for (String name : names(entries)) {
      byte[] text = entries.file(name);
      if (text == null) {
        throw new PgException(
            INVALID_PARAMETER_VALUE,
            "the jar's manifest names a deployment descriptor \"%s\" that it does not have"
                .formatted(name));
      }
      var parser = new DescriptorParser(name, new String(text, StandardCharsets.UTF_8));
      parser.parse();
      install.addAll(parser.install());
      remove.addAll(parser.remove());
    }
    return new JarDescriptor(List.copyOf(install), List.copyOf(remove));
  }

  private static List<String> names(JarEntries jar) {
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, Attributes> section : jar.manifest().getEntries().entrySet()) {
      if ("true".equalsIgnoreCase(section.getValue().getValue(IS_DESCRIPTOR))) {
        names.add(section.getKey());
      }
    }
    names.sort(null); // a manifest's sections have no order
    if (jar.file(WRITTEN) != null && !names.contains(WRITTEN)) {
      names.addFirst(WRITTEN);
    }
    return names;
  }
}
