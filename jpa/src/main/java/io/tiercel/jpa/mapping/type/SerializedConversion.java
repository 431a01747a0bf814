package io.tiercel.jpa.mapping.type;

import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.PersistenceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.Set;

/// Attributes of a Serializable class that is no other basic type (Jakarta Persistence 3.2, section
/// 2.6): their serialized form, as bytes.
///
/// Who can write the column chooses what is deserialized, and that may run code of any class. So a
/// filter admits only the declared class, its subclasses, classes of its package and those below
/// it, and the values and collections of the JDK. Other classes need the JVM's own filter to allow
/// them (`jdk.serialFilter`), which may also forbid more.
///
/// @param type the attribute's declared class
public record SerializedConversion(Class<?> type) implements Conversion {
  private static final long MAX_DEPTH = 100;

  private static final Set<String> VALUE_PACKAGES =
      Set.of("java.math", "java.time", "java.util", "java.util.concurrent.atomic");

  /// Of `java.lang` the values alone: its other classes reach into the machine.
  private static final Set<String> VALUES =
      Set.of(
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Double",
          "java.lang.Enum",
          "java.lang.Float",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Number",
          "java.lang.Object",
          "java.lang.Short",
          "java.lang.String",
          "java.lang.StringBuilder",
          "java.net.URI",
          "java.sql.Date",
          "java.sql.Time",
          "java.sql.Timestamp",
          "java.time.Ser",
          "java.util.CollSer",
          "java.util.concurrent.ConcurrentHashMap");

  /// Whether an attribute of that class is serialized when nothing else is known of it.
  public static boolean fits(Class<?> type) {
    return Serializable.class.isAssignableFrom(type)
        && !Annotations.has(type, Entity.class)
        && !Annotations.has(type, Embeddable.class);
  }

  @Override
  public Object toColumn(Object attributeValue) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(attributeValue);
    } catch (IOException e) {
      throw new PersistenceException(
          "cannot serialize a %s\nHint: make all it holds Serializable or transient, or name an AttributeConverter."
              .formatted(attributeValue.getClass().getName()),
          e);
    }
    return bytes.toByteArray();
  }

  @Override
  public Object toAttribute(Object columnValue) {
    try (var in = new Input((byte[]) columnValue)) {
      in.setObjectInputFilter(this::check);
      return type.cast(in.readObject());
    } catch (InvalidClassException e) {
      throw new PersistenceException(
          "cannot read a serialized %s: %s\nHint: if the column is to hold that class, allow it by the system property jdk.serialFilter."
              .formatted(type.getName(), e.getMessage()),
          e);
    } catch (IOException | ClassNotFoundException | ClassCastException e) {
      throw new PersistenceException(
          "cannot read a serialized %s from %d bytes: %s"
              .formatted(type.getName(), ((byte[]) columnValue).length, e),
          e);
    }
  }

  @Override
  public Object rewritten(Object columnValue) {
    return toColumn(toAttribute(columnValue));
  }

  private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
    ObjectInputFilter ofJvm = ObjectInputFilter.Config.getSerialFilter();
    if (ofJvm != null) {
      ObjectInputFilter.Status decided = ofJvm.checkInput(info);
      if (decided != ObjectInputFilter.Status.UNDECIDED) {
        return decided;
      }
    }
    Class<?> found = info.serialClass();
    if (info.depth() > MAX_DEPTH) {
      return ObjectInputFilter.Status.REJECTED;
    }
    return found == null || isAllowed(element(found))
        ? ObjectInputFilter.Status.ALLOWED
        : ObjectInputFilter.Status.REJECTED;
  }

  private static Class<?> element(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.componentType();
    }
    return element;
  }

  private boolean isAllowed(Class<?> found) {
    if (found.isPrimitive() || VALUES.contains(found.getName())) {
      return true;
    }
    String name = found.getPackageName();
    if (VALUE_PACKAGES.contains(name)) {
      return true;
    }
    Class<?> declared = element(type);
    String own = declared.getPackageName();
    boolean isOwn = !own.startsWith("java.") && !own.isEmpty();
    return found == declared
        || (isOwn && declared.isAssignableFrom(found))
        || (isOwn && (name.equals(own) || name.startsWith(own + ".")));
  }

  /// Finds classes where the attribute's class is.
  private final class Input extends ObjectInputStream {
    Input(byte[] bytes) throws IOException {
      super(new ByteArrayInputStream(bytes));
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      ClassLoader loader = element(type).getClassLoader();
      try {
        return Class.forName(description.getName(), false, loader);
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description);
      }
    }
  }
}
