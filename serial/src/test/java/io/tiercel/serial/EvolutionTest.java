package io.tiercel.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.Kryo;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.persistence.AttributeConverter;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.apache.fory.Fory;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.xml.XmlMapper;

/// What was stored before a class was changed, and what is read by those who do not have the change
/// yet: the table of `docs/object-graphs.md`.
@NullUnmarked // a null where none is expected fails the test by itself
@Timeout(120)
class EvolutionTest {
  private static final String CONVERTERS =
      """
      package shop;
      import io.tiercel.serial.*;
      public class Converters {
        public static class Java extends JavaConverter<Item> { public Java() { super(Part.class, Item.Size.class); } }
        public static class Json extends JsonConverter<Item> { public Json() { super(Part.class, Item.Size.class); } }
        public static class Xml extends XmlConverter<Item> { public Xml() { super(Part.class, Item.Size.class); } }
        public static class Kryo extends KryoConverter<Item> { public Kryo() { super(Part.class, Item.Size.class); } }
        public static class Fory extends ForyConverter<Item> { public Fory() { super(Part.class, Item.Size.class); } }
      }
      """;

  private static final String OLD =
      """
      package shop;
      import java.util.*;
      public class Item implements java.io.Serializable {
        private static final long serialVersionUID = 1;
        public String name = "n";
        public int count = 7;
        public List<Part> parts = new ArrayList<>(List.of(new Part(), new Part()));
        public Size size = new Size(3, "cm");
        public String last = "l";
        public record Size(int number, String unit) implements java.io.Serializable {}
        @Override public String toString() { return name + count + parts + size + last; }
      }
      class Part implements java.io.Serializable {
        private static final long serialVersionUID = 1;
        public String label = "p";
        @Override public String toString() { return label; }
      }
      """;

  /// More fields, ahead of the others by the alphabet, between them and behind them.
  private static final String MORE_FIELDS =
      OLD.replace(
              "public int count",
              "public String article; public Integer grams = 5; public int count")
          .replace(
              "public String label",
              "public boolean zero; public List<String> colours; public String label");

  private static final String MORE_COMPONENTS =
      OLD.replace(
              "record Size(int number, String unit)",
              "record Size(int number, String unit, String kind)")
          .replace("new Size(3, \"cm\")", "new Size(3, \"cm\", \"x\")");

  private static final String NO_UID =
      OLD.replace("private static final long serialVersionUID = 1;", "");

  @TempDir private static Path directory;
  private static String classPath;

  @BeforeAll
  static void findClasses() throws URISyntaxException {
    List<String> places = new ArrayList<>();
    for (Class<?> type :
        List.of(
            GraphConverter.class,
            AttributeConverter.class,
            JsonMapper.class,
            XmlMapper.class,
            tools.jackson.core.JsonParser.class,
            JsonProperty.class,
            Kryo.class,
            Fory.class)) {
      places.add(
          Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
    }
    classPath = String.join(File.pathSeparator, places);
  }

  /// The classes as somebody has them.
  private static final class Version implements AutoCloseable {
    private final URLClassLoader loader;

    Version(String items) throws IOException {
      Path sources = Files.createTempDirectory(directory, "version");
      Path target = Files.createDirectory(sources.resolve("classes"));
      Path item = Files.writeString(sources.resolve("Item.java"), items);
      Path converters = Files.writeString(sources.resolve("Converters.java"), CONVERTERS);
      var said = new StringWriter();
      var out = new PrintWriter(said);
      int status =
          ToolProvider.findFirst("javac")
              .orElseThrow()
              .run(
                  out,
                  out,
                  Stream.of(
                          "-nowarn",
                          "-proc:none",
                          "-classpath",
                          classPath,
                          "-d",
                          target,
                          item,
                          converters)
                      .map(Object::toString)
                      .toArray(String[]::new));
      assertEquals(0, status, said::toString);
      loader =
          new URLClassLoader(
              new URL[] {target.toUri().toURL()}, GraphConverter.class.getClassLoader());
    }

    @SuppressWarnings("unchecked")
    GraphConverter<Object, Object> converter(String kind) throws ReflectiveOperationException {
      return (GraphConverter<Object, Object>)
          loader.loadClass("shop.Converters$" + kind).getConstructor().newInstance();
    }

    Object stored(String kind) throws ReflectiveOperationException {
      return converter(kind)
          .convertToDatabaseColumn(loader.loadClass("shop.Item").getConstructor().newInstance());
    }

    Object read(String kind, Object stored) throws ReflectiveOperationException {
      return converter(kind).convertToEntityAttribute(stored);
    }

    @Override
    public void close() throws IOException {
      loader.close();
    }
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    var field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Java", "Json", "Xml", "Kryo", "Fory"})
  void a_field_more_has_no_value_and_a_field_less_is_left_out(String kind) throws Exception {
    try (var old = new Version(OLD);
        var young = new Version(MORE_FIELDS)) {
      Object later = young.read(kind, old.stored(kind));
      assertEquals("n7[p, p]Size[number=3, unit=cm]l", later.toString());
      assertEquals(null, field(later, "article"));
      Object part = ((List<?>) field(later, "parts")).getFirst();
      assertEquals(false, field(part, "zero"));
      assertEquals(null, field(part, "colours"));
      Object earlier = old.read(kind, young.stored(kind));
      assertEquals("n7[p, p]Size[number=3, unit=cm]l", earlier.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Json", "Xml", "Kryo", "Fory"})
  void a_field_more_has_what_the_constructor_gives_it(String kind) throws Exception {
    try (var old = new Version(OLD);
        var young = new Version(MORE_FIELDS)) {
      assertEquals(5, field(young.read(kind, old.stored(kind)), "grams"));
    }
  }

  @Test
  void or_null_where_no_constructor_is_called() throws Exception {
    try (var old = new Version(OLD);
        var young = new Version(MORE_FIELDS)) {
      assertEquals(null, field(young.read("Java", old.stored("Java")), "grams"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Java", "Json", "Xml", "Fory"})
  void a_record_may_have_a_component_more_or_less(String kind) throws Exception {
    try (var old = new Version(OLD);
        var young = new Version(MORE_COMPONENTS)) {
      assertEquals(
          "n7[p, p]Size[number=3, unit=cm, kind=null]l",
          young.read(kind, old.stored(kind)).toString());
      assertEquals(
          "n7[p, p]Size[number=3, unit=cm]l", old.read(kind, young.stored(kind)).toString());
    }
  }

  @Test
  void kryo_refuses_a_record_that_has_changed() throws Exception {
    try (var old = new Version(OLD);
        var young = new Version(MORE_COMPONENTS)) {
      assertThrows(GraphException.class, () -> young.read("Kryo", old.stored("Kryo")));
      assertThrows(GraphException.class, () -> old.read("Kryo", young.stored("Kryo")));
    }
  }

  @Test
  void java_needs_a_serialVersionUID() throws Exception {
    try (var old = new Version(NO_UID);
        var young =
            new Version(
                MORE_FIELDS.replace("private static final long serialVersionUID = 1;", ""))) {
      var refused =
          assertThrows(GraphException.class, () -> young.read("Java", old.stored("Java")));
      assertTrue(
          refused
              .getMessage()
              .contains("declare the serialVersionUID of the stored class in shop."),
          refused::getMessage);
    }
  }
}
