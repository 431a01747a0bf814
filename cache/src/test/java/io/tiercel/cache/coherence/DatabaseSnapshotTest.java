package io.tiercel.cache.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DatabaseSnapshotTest {
  @Test
  void what_is_seen() {
    DatabaseSnapshot snapshot = DatabaseSnapshot.parse("10:20:10,14,15");
    assertTrue(snapshot.sees(9));
    assertFalse(snapshot.sees(10));
    assertTrue(snapshot.sees(11));
    assertFalse(snapshot.sees(15));
    assertTrue(snapshot.sees(19));
    assertFalse(snapshot.sees(20));
  }

  @Test
  void ids_wrap_around_after_four_billion() {
    long epoch = 7L << 32;
    var young = new DatabaseSnapshot(epoch + 3, epoch + 5, List.of(epoch + 3));
    assertTrue(young.sees(-5));
    assertFalse(young.sees(3));
    assertTrue(young.sees(4));
    assertFalse(young.sees(5));
    var old = new DatabaseSnapshot(epoch - 3, epoch - 1, List.of(epoch - 3));
    assertFalse(old.sees(2));
    assertFalse(old.sees(-3));
    assertTrue(old.sees(-2));
  }

  @Test
  void no_transaction_in_progress() {
    assertEquals(new DatabaseSnapshot(5, 6, List.of()), DatabaseSnapshot.parse("5:6:"));
  }

  @Test
  void a_malformed_text_is_refused_by_name() {
    var refusal =
        assertThrows(IllegalArgumentException.class, () -> DatabaseSnapshot.parse("10:20"));
    assertTrue(String.valueOf(refusal.getMessage()).contains("10:20"), refusal.toString());
  }
}
