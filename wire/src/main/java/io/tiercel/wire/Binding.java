package io.tiercel.wire;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.codec.Encoder;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.protocol.Frontend;
import org.jspecify.annotations.Nullable;

/// Writes Bind: portal, statement, the formats of the parameters, the parameters, the formats of
/// the result.
final class Binding {
  private static final int NULL = -1;

  private Binding() {}

  /// Writes the whole message, or nothing when a parameter cannot be encoded.
  static void write(
      WriteBuffer out, String portal, PreparedStatement statement, @Nullable Object[] parameters) {
    statement.plan(parameters);
    int start = out.position();
    try {
      int length = Frontend.start(out, 'B');
      out.putCString(portal).putCString(statement.name());
      parameterFormats(out, statement, parameters);
      out.putShort(parameters.length);
      for (int i = 0; i < parameters.length; i++) {
        parameter(out, statement, i, parameters[i]);
      }
      resultFormats(out, statement.resultFormats());
      Frontend.end(out, length);
    } catch (RuntimeException | Error e) {
      out.truncate(start);
      throw e;
    }
  }

  private static void parameterFormats(
      WriteBuffer out, PreparedStatement statement, @Nullable Object[] parameters) {
    out.putShort(parameters.length);
    for (int i = 0; i < parameters.length; i++) {
      Encoder<?> encoder = statement.encoder(i);
      out.putShort((encoder == null ? Format.BINARY : encoder.format()).code());
    }
  }

  private static void parameter(
      WriteBuffer out, PreparedStatement statement, int i, @Nullable Object value) {
    Encoder<?> encoder = statement.encoder(i);
    if (value == null || encoder == null) {
      out.putInt(NULL);
      return;
    }
    try {
      value(out, encoder, value);
    } catch (CodecException e) {
      throw statement.cannotBind(i, e);
    }
  }

  /// The length word and the value.
  @SuppressWarnings("unchecked") // the encoder was planned for the class of the value
  static <T> void value(WriteBuffer out, Encoder<?> encoder, T value) {
    int length = out.position();
    out.putInt(0);
    ((Encoder<T>) encoder).encode(value, out);
    out.setInt(length, out.position() - length - Integer.BYTES);
  }

  private static void resultFormats(WriteBuffer out, Format[] formats) {
    out.putShort(formats.length);
    for (Format format : formats) {
      out.putShort(format.code());
    }
  }
}
