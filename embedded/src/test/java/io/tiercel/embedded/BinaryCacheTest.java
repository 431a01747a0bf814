package io.tiercel.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/// Unpacking, with a small archive whose server program is a shell script.
class BinaryCacheTest {
  private static final String SERVER = "#!/bin/sh\necho 'postgres (PostgreSQL) 18.6'\n";
  private static final Platform PLATFORM = new Platform("linux", "x86_64", false);

  private final Path root = TestPlaces.fresh("small-cache");
  private final BinaryCache cache = new BinaryCache(root);

  @Test
  void what_was_unpacked_once_is_found_again() throws IOException {
    var archive = archive(tar(SERVER));
    var first = cache.obtain(archive);
    assertEquals("18.6", first.version());
    assertEquals("18", first.major());
    assertTrue(Files.isExecutable(first.program("postgres")));
    assertEquals("text", Files.readString(first.home().resolve("share/link")));
    Files.delete(Path.of(archive.location()));
    assertEquals(first, cache.obtain(archive));
  }

  @Test
  void a_file_that_went_missing_or_became_empty_is_noticed() throws IOException {
    var archive = archive(tar(SERVER));
    var file = cache.obtain(archive).home().resolve("share/file");
    Files.delete(file);
    assertEquals("text", Files.readString(cache.obtain(archive).home().resolve("share/file")));
    Files.writeString(file, "");
    assertEquals("text", Files.readString(cache.obtain(archive).home().resolve("share/file")));
  }

  @Test
  void an_unpacking_that_was_interrupted_is_removed_and_done_again() throws IOException {
    var archive = archive(tar(SERVER));
    Files.createDirectories(root.resolve("unpacking-123/bin"));
    // As a crash of the machine may leave it: the name is there, the manifest did not reach the
    // disk.
    Files.createDirectories(root.resolve("18.6-linux-x86_64-" + archive.fingerprint()));
    var binaries = cache.obtain(archive);
    assertTrue(Files.isExecutable(binaries.program("postgres")));
    assertFalse(Files.exists(root.resolve("unpacking-123")));
  }

  @Test
  void other_content_goes_to_another_directory() throws IOException {
    var first = cache.obtain(archive(tar(SERVER)));
    var second = cache.obtain(archive(tar(SERVER.replace("18.6", "18.7"))));
    assertEquals("18.7", second.version());
    assertTrue(Files.isExecutable(first.program("postgres")));
  }

  @Test
  void threads_that_ask_at_once_get_the_same() throws Exception {
    var archive = archive(tar(SERVER));
    Callable<Binaries> user = () -> new BinaryCache(root).obtain(archive);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var binaries : threads.invokeAll(Collections.nCopies(8, user))) {
        assertEquals(cache.obtain(archive), binaries.get());
      }
    }
  }

  @Test
  void an_archive_that_was_cut_short_is_named_and_leaves_nothing() throws IOException {
    var whole = tar(SERVER);
    for (var length : new int[] {0, 7, whole.length / 2, whole.length - 1}) {
      var broken = archive(Arrays.copyOf(whole, length));
      var failure = assertThrows(EmbeddedPostgresException.class, () -> cache.obtain(broken));
      assertEquals(Reason.NO_BINARIES, failure.reason());
      assertTrue(failure.getMessage().contains(broken.location().toString()));
    }
    assertEquals(1, FileTree.list(root).size(), "only the lock file stays");
  }

  @Test
  void an_archive_cannot_write_outside_its_directory() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(new XZOutputStream(bytes, new LZMA2Options(0)))) {
      file(tar, "../../outside", "text");
    }
    var failure =
        assertThrows(
            EmbeddedPostgresException.class, () -> cache.obtain(archive(bytes.toByteArray())));
    assertTrue(failure.getMessage().contains("../../outside"));
    assertFalse(Files.exists(root.resolveSibling("outside")));
  }

  @Test
  void binaries_that_do_not_run_here_are_shown_with_what_the_system_says() throws IOException {
    var archive = archive(tar("#!/nowhere/interpreter\n"));
    var failure = assertThrows(EmbeddedPostgresException.class, () -> cache.obtain(archive));
    assertEquals(Reason.NO_BINARIES, failure.reason());
    assertTrue(failure.getMessage().contains("do not run on this machine"), failure.getMessage());
    assertTrue(failure.getMessage().contains("No such file"), failure.getMessage());
  }

  private static BinaryArchive archive(byte[] content) throws IOException {
    var file = TestPlaces.empty("archive").resolve("postgres.txz");
    Files.write(file, content);
    return new BinaryArchive(file.toUri(), PLATFORM, Integer.toHexString(Arrays.hashCode(content)));
  }

  private static byte[] tar(String server) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(new XZOutputStream(bytes, new LZMA2Options(0)))) {
      file(tar, "./bin/postgres", server);
      file(tar, "./share/file", "text");
      var link = new TarArchiveEntry("./share/link", TarConstants.LF_SYMLINK);
      link.setLinkName("file");
      tar.putArchiveEntry(link);
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }

  private static void file(TarArchiveOutputStream tar, String name, String content)
      throws IOException {
    var bytes = content.getBytes(StandardCharsets.UTF_8);
    var entry = new TarArchiveEntry(name, true);
    entry.setMode(name.contains("bin/") ? 0755 : 0644);
    entry.setSize(bytes.length);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }
}
