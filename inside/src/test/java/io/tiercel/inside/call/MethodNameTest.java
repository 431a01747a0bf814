package io.tiercel.inside.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.inside.PgException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MethodNameTest {
  @Test
  void a_name_is_class_and_method() {
    var name = MethodName.parse(" com.example.Outer$Inner.method\n");
    assertEquals("com.example.Outer$Inner", name.className());
    assertEquals("method", name.methodName());
    assertNull(name.parameterTypes());
  }

  @Test
  void parameter_types_may_follow() {
    assertEquals(List.of(), MethodName.parse("a.B.c( )").parameterTypes());
    assertEquals(
        List.of("int", "java.lang.String[]"),
        MethodName.parse("a.B.c (int , java.lang.String[])").parameterTypes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "method", ".method", "Class.", "a.B c.d", "a.B.c(int", "a.B.c(int) x"})
  void what_names_no_method_is_refused(String source) {
    var error = assertThrows(PgException.class, () -> MethodName.parse(source));
    assertEquals("42601", error.sqlState());
  }
}
