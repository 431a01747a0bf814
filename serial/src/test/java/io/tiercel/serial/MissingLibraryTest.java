package io.tiercel.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A format's library is needed by that format alone.
@NullUnmarked // a null where none is expected fails the test by itself
class MissingLibraryTest {
  static final class TextByJava extends JavaConverter<String> {
    TextByJava() {}
  }

  static final class TextByJson extends JsonConverter<String> {
    TextByJson() {}
  }

  static final class TextByXml extends XmlConverter<String> {
    TextByXml() {}
  }

  static final class TextByKryo extends KryoConverter<String> {
    TextByKryo() {}
  }

  static final class TextByFory extends ForyConverter<String> {
    TextByFory() {}
  }

  /// Has the classes of this module, and none of their libraries.
  private static final class Bare extends ClassLoader {
    Bare() {
      super(MissingLibraryTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("tools.jackson.")
          || name.startsWith("com.fasterxml.")
          || name.startsWith("com.esotericsoftware.")
          || name.startsWith("org.apache.fory.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("io.tiercel.serial.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static Object make(String name) throws ReflectiveOperationException {
    var constructor =
        new Bare()
            .loadClass(MissingLibraryTest.class.getName() + "$" + name)
            .getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  @ParameterizedTest
  @CsvSource({
    "TextByJson, tools.jackson.core:jackson-databind",
    "TextByXml, tools.jackson.dataformat:jackson-dataformat-xml",
    "TextByKryo, com.esotericsoftware:kryo",
    "TextByFory, org.apache.fory:fory-core"
  })
  void the_error_names_the_artifact(String name, String artifact) {
    var failure = assertThrows(InvocationTargetException.class, () -> make(name));
    Throwable refused = failure.getCause();
    assertEquals(GraphException.class.getName(), refused.getClass().getName());
    assertTrue(refused.getMessage().contains(name + " needs " + artifact), refused::getMessage);
    assertTrue(
        refused.getMessage().contains("\nHint: add the dependency " + artifact),
        refused::getMessage);
  }

  @Test
  void java_needs_none() throws Exception {
    Object converter = make("TextByJava");
    var write = converter.getClass().getMethod("convertToDatabaseColumn", Object.class);
    assertInstanceOf(byte[].class, write.invoke(converter, "x"));
  }
}
