package io.tiercel.inside.host;

import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.protocol.FrameType;
import io.tiercel.inside.protocol.FrameWriter;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// What a backend says of itself (HELLO): version of the protocol (u16) and of the server (u32),
/// process id (u32), database, user, time zone. Immutable.
record Greeting(
    int protocolVersion,
    int serverVersion,
    int backendPid,
    String database,
    String user,
    ZoneId timeZone) {
  static final int PROTOCOL_VERSION = 2;

  static Greeting read(FrameReader frame) {
    var greeting =
        new Greeting(
            frame.readUnsignedShort(),
            frame.readInt(),
            frame.readInt(),
            frame.readCString(),
            frame.readCString(),
            zone(frame.readCString()));
    frame.requireEnd();
    return greeting;
  }

  /// PostgreSQL knows zones that Java does not, such as `<+03>-03`.
  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      return ZoneOffset.UTC;
    }
  }

  /// The worker's answer: version of the protocol (u16), epoch (u64), token of the session (u64).
  static FrameWriter answer(long epoch, long token) {
    var frame = new FrameWriter(FrameType.HELLO, 0, 0);
    frame.body().putShort(PROTOCOL_VERSION).putLong(epoch).putLong(token);
    return frame;
  }
}
