package io.tiercel.inside.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.inside.PgException;
import io.tiercel.inside.jar.Packing;
import io.tiercel.wire.codec.Codecs;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The functions as plain Java, and without the libraries.
class XmlFunctionsTest {
  @Test
  void they_are_plain_java() {
    byte[] document = "<a><b>1</b><b>2</b></a>".getBytes(UTF_8);
    assertEquals("<sum>3</sum>", XmlFunctions.xmlquery("<sum>{sum(//b)}</sum>", document));
    var rows = XmlFunctions.xmltable("//b", document, new String[] {"."});
    assertEquals("1", rows.next()[0]);
    assertEquals("2", rows.next()[0]);
  }

  @Test
  void a_deployment_does_not_take_the_libraries_along() {
    int bytes = Packing.pack(List.of(XmlFunctions.class)).length;
    assertTrue(bytes < 10_000, () -> bytes + " bytes");
  }

  @Test
  void what_is_missing_is_named() throws Exception {
    URL[] classes = {location(XmlFunctions.class), location(Codecs.class)};
    try (var worker = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
      var method =
          worker
              .loadClass(XmlFunctions.class.getName())
              .getMethod("xmlquery", String.class, byte[].class);
      for (int i = 0; i < 2; i++) {
        var failure =
            assertThrows(
                InvocationTargetException.class,
                () -> method.invoke(null, "1", "<a/>".getBytes(UTF_8)));
        String cause = String.valueOf(failure.getCause());
        assertTrue(
            cause.startsWith(PgException.class.getName() + ": the worker has no class"), cause);
      }
    }
  }

  private static URL location(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }
}
