package io.tiercel.cache.tier;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Which records of the store are right as of an [Anchor] in the log, so that a later run may use
/// them once it has met that, and all that came behind it. Immutable.
///
/// | bytes | is |
/// |---|---|
/// | 8 | `TIERCP` and the version of the format |
/// | 4 | CRC-32C of all behind |
/// | 32 | the owner, as in [SegmentHeader] |
/// | 1 | whether the files were forced to disk |
/// | 8, 8, 8 | position; sequence and offset of the place |
/// | 4, then bytes | machine |
/// | 4, then bytes | slot |
/// | 4, then bytes | name of the anchor |
/// | 4, then 8 each | sessions |
/// | 4, then 16 each | layouts: id, least admitted |
///
/// @param slot of the server, which has what came behind the position
/// @param sessions of the [admissions][Admission] of these records
/// @param upTo they stand before that place
/// @param anchor in the log: what was committed before is in them, and nothing of what came behind
///     has to be
/// @param layouts they have one of these; by each, how new their admission is at least
/// @param machine what the kernel calls its run: what was written is there as long as that goes on;
///     empty where that is not known
/// @param isForced whether everything was forced to disk
public record Checkpoint(
    String slot,
    Set<Long> sessions,
    Place upTo,
    Anchor anchor,
    Map<Long, Long> layouts,
    String machine,
    boolean isForced) {
  private static final long MAGIC = 0x54_49_45_52_43_50_00_02L;
  private static final int HEAD = 12;
  private static final int OWNER = 32;
  private static final int MOST = 1 << 20;

  public Checkpoint {
    sessions = Set.copyOf(sessions);
    layouts = Map.copyOf(layouts);
  }

  /// Whether the record is one of those.
  boolean covers(Stored record) {
    Long least = layouts.get(record.layout());
    return least != null
        && sessions.contains(record.session())
        && record.admission().admitted() >= least
        && record.isBefore(upTo);
  }

  byte[] encode(byte[] owner) {
    byte[] machineBytes = machine.getBytes(StandardCharsets.UTF_8);
    byte[] slotBytes = slot.getBytes(StandardCharsets.UTF_8);
    byte[] anchorBytes = anchor.name().getBytes(StandardCharsets.UTF_8);
    ByteBuffer out =
        ByteBuffer.allocate(
            HEAD
                + OWNER
                + 1
                + 3 * Long.BYTES
                + 5 * Integer.BYTES
                + machineBytes.length
                + slotBytes.length
                + anchorBytes.length
                + Long.BYTES * (sessions.size() + 2 * layouts.size()));
    out.putLong(MAGIC).putInt(0).put(owner).put((byte) (isForced ? 1 : 0));
    out.putLong(anchor.position()).putLong(upTo.sequence()).putLong(upTo.offset());
    out.putInt(machineBytes.length).put(machineBytes);
    out.putInt(slotBytes.length).put(slotBytes);
    out.putInt(anchorBytes.length).put(anchorBytes);
    out.putInt(sessions.size());
    sessions.forEach(out::putLong);
    out.putInt(layouts.size());
    layouts.forEach((layout, least) -> out.putLong(layout).putLong(least));
    out.putInt(Long.BYTES, check(out.array()));
    return out.array();
  }

  /// Of the bytes of a file; null when they are not a checkpoint of that owner.
  static @Nullable Checkpoint decode(byte[] bytes, byte[] owner) {
    if (bytes.length < HEAD || bytes.length > MOST) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (in.getLong() != MAGIC || in.getInt() != check(bytes)) {
      return null;
    }
    // From here on it is what was written.
    byte[] found = new byte[OWNER];
    in.get(found);
    if (!Arrays.equals(found, owner)) {
      return null;
    }
    boolean isForced = in.get() != 0;
    long position = in.getLong();
    var upTo = new Place(in.getLong(), in.getLong());
    String machine = text(in);
    String slot = text(in);
    var anchor = new Anchor(text(in), position);
    Set<Long> sessions = new LinkedHashSet<>();
    for (int left = in.getInt(); left > 0; left--) {
      sessions.add(in.getLong());
    }
    Map<Long, Long> layouts = new LinkedHashMap<>();
    for (int left = in.getInt(); left > 0; left--) {
      layouts.put(in.getLong(), in.getLong());
    }
    return new Checkpoint(slot, sessions, upTo, anchor, layouts, machine, isForced);
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static int check(byte[] bytes) {
    var crc = new CRC32C();
    crc.update(bytes, HEAD, bytes.length - HEAD);
    return (int) crc.getValue();
  }
}
