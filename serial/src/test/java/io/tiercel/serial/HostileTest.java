package io.tiercel.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.esotericsoftware.kryo.io.Output;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.tiercel.testkit.AllocatedBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What somebody who can write the column could try.
@NullUnmarked // a null where none is expected fails the test by itself
@Timeout(60)
class HostileTest {
  static volatile boolean isSprung;

  /// Runs when it is initialized, constructed, filled or read.
  static class Trap implements Serializable {
    @Serial private static final long serialVersionUID = 1;

    static {
      isSprung = true;
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      isSprung = true;
      in.defaultReadObject();
    }
  }

  @SuppressWarnings("serial") // declared as interfaces, as most do
  static class Box implements Serializable {
    @Serial private static final long serialVersionUID = 1;

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    Object content;

    List<Object> more = new ArrayList<>();
    Map<String, String> texts = new HashMap<>();
    int[] numbers;
    Inner[] inner;
  }

  static class Inner implements Serializable {
    @Serial private static final long serialVersionUID = 1;
    String text;
  }

  static final class BoxByJava extends JavaConverter<Box> {
    BoxByJava() {
      super(Inner.class);
    }
  }

  static final class BoxByJson extends JsonConverter<Box> {
    BoxByJson() {
      super(Inner.class);
    }
  }

  static final class BoxByXml extends XmlConverter<Box> {
    BoxByXml() {
      super(Inner.class);
    }
  }

  static final class BoxByKryo extends KryoConverter<Box> {
    BoxByKryo() {
      super(Inner.class);
    }
  }

  static final class BoxByFory extends ForyConverter<Box> {
    BoxByFory() {
      super(Inner.class);
    }
  }

  private static final String TRAP = HostileTest.class.getName() + "$Trap";

  private static byte[] java(Object graph) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(graph);
    }
    return bytes.toByteArray();
  }

  private static void assertRefused(String name, GraphConverter<?, ?> converter, Object stored) {
    var refused =
        assertThrows(
            ClassNotAllowedException.class, () -> GraphConverterTest.read(converter, stored));
    assertEquals(name, refused.className());
    assertTrue(refused.getMessage().contains(name), refused::getMessage);
    assertTrue(refused.getMessage().contains("Hint: "), refused::getMessage);
  }

  @Test
  void no_class_is_initialized_that_is_not_allowed() throws Exception {
    // The bytes of a Trap, though none was made: its name has the length of another's.
    var box = new Box();
    box.content = new Inner();
    byte[] bytes = java(box);
    byte[] hostile =
        new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1)
            .replace(
                "\0" + (char) (TRAP.length() + 1) + TRAP.replace("Trap", "Inner"),
                "\0" + (char) TRAP.length() + TRAP)
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    assertEquals(bytes.length - 1, hostile.length);
    assertRefused(TRAP, new BoxByJava(), hostile);
    assertRefused(TRAP, new BoxByJson(), "{\"content\":{\"@class\":\"" + TRAP + "\"},\"more\":[]}");
    assertRefused(
        TRAP,
        new BoxByXml(),
        "<Box><content _class=\"%1$s\"><text>x</text></content></Box>".formatted(TRAP));
    assertFalse(isSprung);
  }

  @Test
  void gadgets_of_the_jdk_are_not_allowed() throws Exception {
    Object proxy =
        Proxy.newProxyInstance(
            HostileTest.class.getClassLoader(),
            new Class<?>[] {Runnable.class},
            new java.lang.reflect.InvocationHandler() {
              @Override
              public Object invoke(Object self, java.lang.reflect.Method method, Object[] given) {
                return null;
              }
            });
    var refused =
        assertThrows(
            GraphException.class,
            () -> {
              var box = new Box();
              box.content = proxy;
              new BoxByJava().convertToDatabaseColumn(box);
            });
    assertTrue(refused instanceof ClassNotAllowedException, refused::toString);
    assertRefused(
        "java.util.PriorityQueue", new BoxByJava(), java(new java.util.PriorityQueue<>()));
    assertRefused("java.io.File", new BoxByJava(), java(new java.io.File("x")));
    assertRefused(
        "java.lang.invoke.SerializedLambda",
        new BoxByJava(),
        java((Comparable<String> & Serializable) text -> 0));
    for (String name :
        List.of("java.io.File", "javax.script.ScriptEngineManager", "java.lang.Thread")) {
      assertRefused(name, new BoxByJson(), "{\"content\":{\"@class\":\"%s\"}}".formatted(name));
    }
  }

  @Test
  void kryo_takes_no_name_for_a_class() {
    var out = new Output(100);
    out.writeVarInt(1, true); // a name
    out.writeVarInt(0, true);
    out.writeString(TRAP);
    assertRefused(TRAP, new BoxByKryo(), out.toBytes());
    assertFalse(isSprung);
  }

  @Test
  void kryo_says_what_to_do_about_a_number_that_nothing_has() {
    var out = new Output(100);
    out.writeVarInt(5_000, true);
    out.writeVarInt(1, true);
    var refused =
        assertThrows(
            GraphException.class, () -> GraphConverterTest.read(new BoxByKryo(), out.toBytes()));
    assertTrue(refused.getMessage().contains("new ones at the end"), refused::getMessage);
  }

  @Test
  void xml_has_no_entities() {
    String bomb =
        """
        <!DOCTYPE Box [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
        <Box><texts><x>&b;</x></texts></Box>\
        """;
    assertThrows(GraphException.class, () -> GraphConverterTest.read(new BoxByXml(), bomb));
    String file =
        """
        <!DOCTYPE Box [<!ENTITY a SYSTEM "file:///etc/hostname">]>
        <Box><texts><x>&a;</x></texts></Box>\
        """;
    assertThrows(GraphException.class, () -> GraphConverterTest.read(new BoxByXml(), file));
  }

  @Test
  void nothing_is_made_that_is_larger_than_what_is_stored() throws Exception {
    List<GraphConverter<Box, byte[]>> converters =
        List.of(new BoxByKryo(), new BoxByJava(), new BoxByFory());
    converters.forEach(
        each -> GraphConverterTest.read(each, each.convertToDatabaseColumn(new Box())));
    List<byte[]> all = huge();
    long before = AllocatedBytes.ofCurrentThread();
    int tried = 0;
    for (byte[] hostile : all) {
      for (GraphConverter<Box, byte[]> converter : converters) {
        try {
          GraphConverterTest.read(converter, hostile);
          fail(converter.getClass() + " has read number " + tried);
        } catch (GraphException e) {
          tried++;
        } catch (OutOfMemoryError e) {
          throw new AssertionError(converter.getClass() + " of number " + tried, e);
        }
      }
    }
    long allocated = AllocatedBytes.ofCurrentThread() - before;
    assertTrue(allocated < 400L << 20, allocated + " bytes were allocated for " + tried);
  }

  /// Arrays and collections of two thousand million elements, as Kryo and Java write them.
  private static List<byte[]> huge() throws IOException {
    List<byte[]> all = new ArrayList<>();
    for (int number = 9; number < 300; number++) {
      for (boolean isFlagged : new boolean[] {true, false}) {
        var out = new Output(100, 200);
        out.writeVarInt(number + 2, true);
        out.writeVarInt(1, true);
        if (isFlagged) {
          out.writeVarIntFlag(false, Integer.MAX_VALUE, true);
        } else {
          out.writeVarInt(Integer.MAX_VALUE, true);
        }
        all.add(out.toBytes());
      }
    }
    byte[] numbers = java(new int[] {1});
    numbers[numbers.length - 8] = 0x7F;
    all.add(numbers);
    byte[] list = java(new ArrayList<>(List.of("a")));
    for (int i = 0; i + 4 < list.length; i++) {
      byte[] changed = list.clone();
      changed[i] = 0x7F;
      changed[i + 1] = (byte) 0xFF;
      changed[i + 2] = (byte) 0xFF;
      changed[i + 3] = (byte) 0xF0;
      all.add(changed);
    }
    return all;
  }

  @Test
  void a_chain_that_is_too_long_is_an_error_and_not_the_end_of_the_thread() {
    for (GraphConverter<Box, ?> converter :
        List.<GraphConverter<Box, ?>>of(
            new BoxByJava(), new BoxByJson(), new BoxByXml(), new BoxByKryo(), new BoxByFory())) {
      var box = new Box();
      var at = box.more;
      for (int i = 0; i < 200_000; i++) {
        List<Object> next = new ArrayList<>();
        at.add(next);
        at = next;
      }
      var refused =
          assertThrows(
              GraphException.class,
              () -> converter.convertToDatabaseColumn(box),
              converter.getClass().getName());
      assertTrue(refused.getMessage().startsWith("cannot write a "), refused::getMessage);
      // Another graph is not harmed.
      var small = new Box();
      small.more.add("x");
      assertEquals(
          List.of("x"),
          GraphConverterTest.read(converter, converter.convertToDatabaseColumn(small)).more);
    }
  }
}
