package io.tiercel.wire.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BuiltinTypesTest {
  private final BuiltinTypes types = new BuiltinTypes();

  @Test
  void each_oid_that_has_a_name_has_one_codec() throws IllegalAccessException {
    List<String> without = new ArrayList<>();
    for (var constant : Oids.class.getDeclaredFields()) {
      if (Modifier.isStatic(constant.getModifiers()) && constant.getType() == int.class) {
        int oid = constant.getInt(null);
        TypeCodec codec = types.codec(oid);
        if (codec == null) {
          without.add(constant.getName());
        } else {
          assertSame(codec, types.codec(oid), constant.getName());
        }
      }
    }
    // These are read and written as text like a type that nobody knows.
    assertEquals(List.of("UNSPECIFIED", "REGPROC", "REFCURSOR", "REGCLASS", "REGTYPE"), without);
  }

  @Test
  void each_array_has_the_codec_of_its_elements() {
    Map<Integer, Integer> arrays = types.arrayOids();
    assertEquals(Oids.INT8_ARRAY, arrays.get(Oids.INT8));
    arrays.forEach(
        (element, array) -> {
          TypeCodec ofElement = Objects.requireNonNull(types.codec(element));
          ArrayCodec ofArray = assertInstanceOf(ArrayCodec.class, types.codec(array));
          assertEquals(element, ofArray.elementOid());
          assertEquals(ofElement.typeName() + "[]", ofArray.typeName());
        });
  }

  @Test
  void a_type_of_one_database_has_none() {
    assertNull(types.codec(16_384));
  }
}
