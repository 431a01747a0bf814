package io.tiercel.testkit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Keeps the manual to what is run: a test runs the examples of a page, and this looks that none is
/// missing there.
public final class DocumentedExamples {
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private DocumentedExamples() {}

  /// Asserts that every Java example of a Markdown page stands in the source of a test, white space
  /// aside, and that the page has some.
  public static void assertAllStandIn(Path source, Path page) throws IOException {
    var tested = withoutSpace(Files.readString(source));
    var examples = JAVA_BLOCK.matcher(Files.readString(page)).results().toList();
    assertFalse(examples.isEmpty(), () -> page + " has lost its examples");
    for (MatchResult example : examples) {
      assertTrue(
          tested.contains(withoutSpace(example.group(1))), () -> "not tested: " + example.group(1));
    }
  }

  private static String withoutSpace(String text) {
    return text.replaceAll("\\s+", "");
  }
}
