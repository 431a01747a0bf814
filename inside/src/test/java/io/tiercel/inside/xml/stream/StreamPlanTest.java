package io.tiercel.inside.xml.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is streamed, and what is not although it looks alike.
class StreamPlanTest {
  private static final Map<String, String> NAMESPACES = Map.of("p", "urn:p");

  private static boolean isStreamed(String rows, String column) {
    return StreamPlan.of(rows, List.of(column), NAMESPACES).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//*[string-length(.) = 6]",
        "//*[string-length() le 6]",
        "/a/b//c",
        "a",
        " / a / b [ @id ] ",
        "//p:a[@p:id = 'x' and not(. = \"it\"\"s\")]",
        "//p:*",
        "/a[@x]/b[@y != 7][contains(., '(:')]",
        "//a[(@x or @y) and (. eq 'z')]",
        "//if[@and and @or]",
        "//a[@xml:lang = 'en']"
      })
  void rows_are_streamed(String rows) {
    assertEquals(true, isStreamed(rows, "."));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "//@id",
        "//text()",
        "//a[1]",
        "//a[string-length(.)]",
        "//a[last()]",
        "//a[b = 'x']",
        "//a[. = 'x']/b",
        "//a[. < 'x']",
        "//a[. eq 5]",
        "//a[. = 5.0]",
        "//a[. = 'R&amp;D']",
        "//a[. = .]",
        "//a[.]",
        "//*:a",
        "//q:a",
        "//parent::a",
        "//a/..",
        "//a | //b",
        "//a, //b",
        "(//a)",
        "//a (: comment :)",
        "//a[@*]",
        "//é",
        "for $a in //a return $a",
        "//a[@x = 'no end]",
        "//a[@x = 1234567890123456]",
        "declare variable $a := 1; //a",
        ""
      })
  void rows_are_not_streamed(String rows) {
    assertEquals(false, isStreamed(rows, "."));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".",
        "@id",
        "name",
        "a/b/@c",
        "text()",
        "a/text()",
        "string(a)",
        "string()",
        "string(.)",
        "./a",
        "p:a",
        "*",
        " a / @p:b "
      })
  void columns_are_streamed(String column) {
    assertEquals(true, isStreamed("//row", column));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "../@id",
        "a[1]",
        "//a",
        "@*",
        "a//b",
        "string-join(a)",
        "number(a)",
        "string(a, b)",
        "a + 1",
        "'a'",
        "1",
        "string(a)/b",
        "/a",
        "text()/.."
      })
  void columns_are_not_streamed(String column) {
    assertEquals(false, isStreamed("//row", column));
  }
}
