package io.tiercel.wire.protocol;

import io.tiercel.wire.codec.Format;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.util.ArrayList;
import java.util.HashMap;

/// Reads the bodies of messages that become objects. Each method consumes the whole body of the
/// reader's current message and refuses one that is too short or too long. Stateless.
public final class BackendMessages {
  /// A name and its terminator, table oid, column number, type oid, length, modifier, format.
  private static final int MIN_FIELD_BYTES = 1 + 4 + 2 + 4 + 2 + 4 + 2;

  private BackendMessages() {}

  /// ErrorResponse and NoticeResponse: (byte code, text)*, byte 0.
  public static ServerError serverError(MessageReader in) {
    var fields = new HashMap<Character, String>();
    for (byte code = in.readByte(); code != 0; code = in.readByte()) {
      fields.put((char) (code & 0xFF), in.readCString());
    }
    in.expectEnd();
    return new ServerError(fields);
  }

  /// RowDescription: int16 count, then the fields.
  public static RowDescription rowDescription(MessageReader in) {
    int count = in.readCount(MIN_FIELD_BYTES);
    var fields = new ArrayList<Field>(count);
    for (int i = 0; i < count; i++) {
      fields.add(
          new Field(
              in.readCString(),
              in.readInt(),
              in.readShort(),
              in.readInt(),
              in.readShort(),
              in.readInt(),
              Format.of(in.readShort())));
    }
    in.expectEnd();
    return new RowDescription(fields);
  }

  /// ParameterDescription: int16 count, int32 oid each.
  public static int[] parameterOids(MessageReader in) {
    int[] oids = new int[in.readCount(Integer.BYTES)];
    for (int i = 0; i < oids.length; i++) {
      oids[i] = in.readInt();
    }
    in.expectEnd();
    return oids;
  }

  /// ReadyForQuery: byte `I`, `T` or `E`.
  public static byte transactionStatus(MessageReader in) {
    byte status = in.readByte();
    in.expectEnd();
    if (status != 'I' && status != 'T' && status != 'E') {
      throw new ProtocolViolation("unknown transaction status " + Backend.name(status));
    }
    return status;
  }

  /// CopyInResponse, CopyOutResponse: byte format, int16 count, int16 format each.
  public static CopyResponse copyResponse(MessageReader in) {
    Format format = Format.of(in.readByte());
    int columns = in.readCount(Short.BYTES);
    for (int i = 0; i < columns; i++) {
      in.readShort();
    }
    in.expectEnd();
    return new CopyResponse(format, columns);
  }

  /// NotificationResponse: int32 process id, channel, payload.
  public static NotificationResponse notification(MessageReader in) {
    var notification = new NotificationResponse(in.readInt(), in.readCString(), in.readCString());
    in.expectEnd();
    return notification;
  }

  /// How the data of a COPY travel.
  public record CopyResponse(Format format, int columns) {}

  /// What NOTIFY said.
  public record NotificationResponse(int processId, String channel, String payload) {}
}
