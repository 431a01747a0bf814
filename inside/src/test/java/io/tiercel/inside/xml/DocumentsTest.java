package io.tiercel.inside.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.inside.PgException;
import org.junit.jupiter.api.Test;

class DocumentsTest {
  private static byte[] document(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void the_same_bytes_are_parsed_once() {
    var documents = new Documents();
    var tree = documents.tree(document("<a>1</a>"));
    assertNotSame(tree, documents.tree(document("<a>2</a>")));
    assertSame(tree, documents.tree(document("<a>1</a>")));
    assertEquals(2, documents.parsed());
  }

  /// "Aa" and "BB" have the same hash code.
  @Test
  void the_same_hash_is_not_the_same_document() {
    var documents = new Documents();
    documents.tree(document("<a>Aa</a>"));
    assertEquals("BB", documents.tree(document("<a>BB</a>")).getStringValue());
  }

  @Test
  void the_one_that_was_used_longest_ago_is_forgotten() {
    var documents = new Documents();
    for (int i = 0; i < 4; i++) {
      documents.tree(document("<a>" + i + "</a>"));
    }
    documents.tree(document("<a>0</a>"));
    documents.tree(document("<a>4</a>")); // in place of 1
    assertEquals(5, documents.parsed());
    documents.tree(document("<a>0</a>"));
    assertEquals(5, documents.parsed());
    documents.tree(document("<a>1</a>"));
    assertEquals(6, documents.parsed());
  }

  @Test
  void a_large_one_stays_alone() {
    var documents = new Documents();
    documents.tree(document("<a/>"));
    int large = Math.toIntExact(Runtime.getRuntime().maxMemory() / 16);
    byte[] content = document("<a>" + "x".repeat(large) + "</a>");
    documents.tree(content);
    documents.tree(content);
    assertEquals(2, documents.parsed());
    documents.tree(document("<a/>"));
    assertEquals(3, documents.parsed());
  }

  @Test
  void what_is_malformed_is_not_kept() {
    var documents = new Documents();
    for (int i = 0; i < 2; i++) {
      var failure = assertThrows(PgException.class, () -> documents.tree(document("<a>no end")));
      assertEquals("2200M", failure.sqlState());
    }
    assertEquals(0, documents.parsed());
  }
}
