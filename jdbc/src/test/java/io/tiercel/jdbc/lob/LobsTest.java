package io.tiercel.jdbc.lob;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Large objects and what stands for them in memory. They need any `java.sql` connection only.
@NullUnmarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LobsTest {
  private TestDatabase database;
  private Connection connection;

  @BeforeAll
  void connect() throws SQLException {
    database = TestServer.v18().newDatabase();
    connection = database.connect();
    connection.setAutoCommit(false);
  }

  @AfterAll
  void disconnect() throws SQLException {
    connection.close();
    database.close();
  }

  private LargeObjectBlob largeObject() throws SQLException {
    return new LargeObjectBlob(connection, new LargeObjects(connection).create());
  }

  @Test
  void a_blob_in_memory_and_a_large_object_do_the_same() throws Exception {
    for (Blob blob : new Blob[] {new MemoryBlob(), largeObject()}) {
      assertEquals(0, blob.length());
      assertEquals(5, blob.setBytes(1, new byte[] {1, 2, 3, 4, 5}));
      assertEquals(2, blob.setBytes(3, new byte[] {9, 8, 7, 6}, 1, 2));
      assertArrayEquals(new byte[] {1, 2, 8, 7, 5}, blob.getBytes(1, 100));
      assertArrayEquals(new byte[] {8, 7}, blob.getBytes(3, 2));
      assertArrayEquals(new byte[0], blob.getBytes(6, 2));
      assertEquals(3, blob.position(new byte[] {8, 7}, 1));
      assertEquals(-1, blob.position(new byte[] {8, 7}, 4));
      assertEquals(4, blob.position(new MemoryBlob(new byte[] {7, 5}), 2));
      try (OutputStream out = blob.setBinaryStream(5)) {
        out.write(new byte[] {50, 51});
      }
      assertArrayEquals(new byte[] {7, 50, 51}, blob.getBinaryStream(4, 3).readAllBytes());
      assertArrayEquals(new byte[] {1, 2, 8, 7, 50, 51}, blob.getBinaryStream().readAllBytes());
      blob.truncate(2);
      assertArrayEquals(new byte[] {1, 2}, blob.getBytes(1, 10));
      assertEquals("22023", state(() -> blob.getBytes(0, 1)));
      assertEquals("22023", state(() -> blob.getBytes(1, -1)));
      blob.free();
      assertEquals("55000", state(blob::length));
    }
  }

  @Test
  void a_large_object_is_larger_than_any_chunk() throws Exception {
    byte[] content = new byte[3 << 20];
    new Random(7).nextBytes(content);
    LargeObjectBlob blob = largeObject();
    try (OutputStream out = blob.setBinaryStream(1)) {
      out.write(content, 0, 100_000);
      out.write(content, 100_000, content.length - 100_000);
    }
    assertEquals(content.length, blob.length());
    assertArrayEquals(content, blob.getBinaryStream().readAllBytes());
    assertArrayEquals(content, blob.getBytes(1, content.length));
    byte[] needle = Arrays.copyOfRange(content, 131_000, 131_100);
    assertEquals(131_001, blob.position(needle, 1));
  }

  @Test
  void positions_pass_two_gigabytes() throws Exception {
    LargeObjectBlob blob = largeObject();
    long far = 5_000_000_000L;
    blob.setBytes(far, new byte[] {42});
    assertEquals(far, blob.length());
    assertArrayEquals(new byte[] {42}, blob.getBytes(far, 10));
    blob.truncate(3_000_000_000L);
    assertEquals(3_000_000_000L, blob.length());
  }

  @Test
  void an_object_is_read_written_and_deleted() throws Exception {
    var objects = new LargeObjects(connection);
    long oid = objects.create();
    LargeObject object = objects.open(oid, LargeObjects.READ_WRITE);
    object.write(new byte[] {1, 2, 3}, 0, 3);
    assertEquals(3, object.position());
    object.seek(1);
    assertArrayEquals(new byte[] {2, 3}, object.read(10));
    assertEquals(3, object.size());
    object.close();
    assertEquals("55000", state(() -> object.read(1)));
    objects.unlink(oid);
    var point = connection.setSavepoint();
    assertEquals("42704", state(() -> objects.open(oid, LargeObjects.READ)));
    connection.rollback(point);
  }

  @Test
  void a_clob_in_memory_and_one_over_a_large_object_do_the_same() throws Exception {
    for (TextClob clob : new TextClob[] {new TextClob(), new TextClob(largeObject())}) {
      assertEquals(0, clob.length());
      clob.setString(1, "grüße");
      clob.setString(3, "XYZ!", 1, 2);
      assertEquals("grYZe", clob.getSubString(1, 10));
      assertEquals(4, clob.position("Z", 1));
      try (var out = clob.setCharacterStream(6)) {
        out.write("ßß");
      }
      assertEquals("grYZeßß", clob.getText());
      assertEquals("Zeß", streamed(clob));
      clob.truncate(3);
      assertEquals("grY", clob.getSubString(1, 3));
      assertEquals("grY", new String(clob.getAsciiStream().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static String streamed(TextClob clob) throws Exception {
    var text = new java.io.StringWriter();
    clob.getCharacterStream(4, 3).transferTo(text);
    return text.toString();
  }

  private interface Call {
    Object run() throws SQLException;
  }

  private static String state(Call call) {
    return assertThrows(SQLException.class, call::run).getSQLState();
  }
}
