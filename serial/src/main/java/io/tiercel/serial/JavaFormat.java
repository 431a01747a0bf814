package io.tiercel.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Java's serialization, of listed classes alone.
///
/// @param allowed the classes
record JavaFormat(AllowedClasses allowed) implements Format<byte[]> {
  /// A hash table may have four times as many places as its entries take bytes, which are at least
  /// two each.
  private static final long PLACES_FOR_A_BYTE = 4;

  private static final long FEW = 64;

  /// What the JDK's own classes write in place of themselves, or above them.
  private static final Set<String> OF_THE_JDK =
      Set.of(
          "java.time.Ser",
          "java.util.CollSer",
          "java.util.EnumMap",
          "java.util.EnumSet",
          "java.util.EnumSet$SerializationProxy",
          "java.util.Collections$UnmodifiableCollection",
          "java.util.Collections$UnmodifiableList",
          "java.util.Collections$UnmodifiableRandomAccessList",
          "java.util.Collections$UnmodifiableSet",
          "java.util.Collections$UnmodifiableMap",
          "java.util.RegularEnumSet",
          "java.util.JumboEnumSet");

  @Override
  public byte[] write(Object graph) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new Output(bytes)) {
      out.writeObject(graph);
    }
    return bytes.toByteArray();
  }

  @Override
  public Object read(byte[] stored) throws IOException, ClassNotFoundException {
    var bytes = new ByteArrayInputStream(stored);
    try (var in = new Input(bytes)) {
      in.setObjectInputFilter(info -> check(info, stored.length));
      Object graph = in.readObject();
      if (bytes.available() > 0) {
        throw new StreamCorruptedException(bytes.available() + " bytes follow it");
      }
      return graph;
    }
  }

  /// Whether sizes are possible. Classes were looked at by name before.
  private static Status check(FilterInfo info, long bytes) {
    ObjectInputFilter ofJvm = ObjectInputFilter.Config.getSerialFilter();
    if (ofJvm != null && ofJvm.checkInput(info) == Status.REJECTED) {
      return Status.REJECTED;
    }
    return info.arrayLength() > FEW + PLACES_FOR_A_BYTE * bytes ? Status.REJECTED : Status.ALLOWED;
  }

  @Override
  public @Nullable String mendOfWriting(Exception failure) {
    return failure instanceof NotSerializableException
        ? "let %s implement Serializable, or make the field transient"
            .formatted(failure.getMessage())
        : null;
  }

  @Override
  public @Nullable String mendOfReading(Exception failure) {
    return failure instanceof InvalidClassException changed
            && String.valueOf(changed.getMessage()).contains("serialVersionUID")
        ? "declare the serialVersionUID of the stored class in %s, if it still means the same"
            .formatted(changed.classname)
        : null;
  }

  /// Refuses a class when its description is written, which is once in a graph.
  private final class Output extends ObjectOutputStream {
    Output(OutputStream out) throws IOException {
      super(out);
    }

    @Override
    protected void annotateClass(Class<?> type) {
      if (!OF_THE_JDK.contains(type.getName())) {
        allowed.require(type);
      }
    }

    @Override
    protected void annotateProxyClass(Class<?> type) {
      throw allowed.refusal(type.getName(), null);
    }
  }

  /// Finds classes where the converter is, and only those that are allowed.
  private final class Input extends ObjectInputStream {
    Input(ByteArrayInputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      String name = description.getName();
      if (!OF_THE_JDK.contains(name)) {
        allowed.require(name);
      }
      try {
        return Class.forName(name, false, allowed.loader());
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description);
      }
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) {
      throw allowed.refusal("a proxy of " + String.join(", ", interfaces), null);
    }
  }
}
