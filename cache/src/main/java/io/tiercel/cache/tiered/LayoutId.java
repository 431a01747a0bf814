package io.tiercel.cache.tiered;

import io.tiercel.cache.guard.TableState;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/// A number for how rows are made into bytes: from what the codec and the catalog say.
final class LayoutId {
  private LayoutId() {}

  /// Never 0.
  ///
  /// @param publication which says what the stream brings: what escaped while a table was not in it
  ///     is not told by the table
  static long of(String codec, String publication, List<TableState> tables) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(codec.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
      digest.update(publication.getBytes(StandardCharsets.UTF_8));
      for (TableState table : tables) {
        digest.update((byte) 0);
        digest.update(table.fingerprint().getBytes(StandardCharsets.UTF_8));
      }
      long id = ByteBuffer.wrap(digest.digest()).getLong();
      return id == 0 ? 1 : id;
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has it", e);
    }
  }
}
