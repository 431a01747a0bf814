package io.tiercel.inside.protocol;

import io.tiercel.inside.PgException;
import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.WireException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Exceptions as the fields of an ERROR frame, and back: a code (u8) and a text each, then a zero.
/// The codes are those of PostgreSQL's ErrorResponse, and `J` for the Java stack.
public final class ErrorFields {
  private static final String EXTERNAL_ROUTINE_EXCEPTION = "38000";
  private static final String OUT_OF_MEMORY = "53200";
  private static final String STATEMENT_TOO_COMPLEX = "54001";

  private ErrorFields() {}

  /// Appends what the failure is to PostgreSQL.
  public static void write(WriteBuffer out, Throwable failure) {
    put(out, 'C', sqlState(failure));
    put(out, 'M', message(failure));
    if (failure instanceof PgException error) {
      put(out, 'D', error.detail());
      put(out, 'H', error.hint());
    }
    put(out, 'J', stack(failure));
    out.putByte(0);
  }

  /// Appends a message that is no error.
  public static void writeMessage(WriteBuffer out, String message) {
    put(out, 'M', message);
    out.putByte(0);
  }

  /// Appends a message that is no error, with the stack of its cause, if it has one.
  public static void writeMessage(WriteBuffer out, PgException message) {
    put(out, 'C', message.sqlState());
    put(out, 'M', message.message());
    put(out, 'D', message.detail());
    put(out, 'H', message.hint());
    Throwable cause = message.getCause();
    put(out, 'J', cause == null ? null : stack(cause));
    out.putByte(0);
  }

  /// The exception of an ERROR that the backend sent.
  public static PgException read(FrameReader frame) {
    Map<Character, String> fields = new HashMap<>();
    for (int code = frame.readByte(); code != 0; code = frame.readByte()) {
      fields.put((char) code, frame.readCString());
    }
    frame.requireEnd();
    var error = new ServerError(fields);
    return new PgException(error.sqlState(), error.message(), error.detail(), error.hint(), null);
  }

  private static String sqlState(Throwable failure) {
    String state =
        switch (failure) {
          case PgException error -> error.sqlState();
          case SQLException error -> error.getSQLState();
          case WireException error -> error.sqlState();
          case StackOverflowError _ -> STATEMENT_TOO_COMPLEX;
          case OutOfMemoryError _ -> OUT_OF_MEMORY;
          default -> null;
        };
    return state == null ? EXTERNAL_ROUTINE_EXCEPTION : state;
  }

  /// Of what has no place in PostgreSQL the class is half of the message.
  private static String message(Throwable failure) {
    String message = failure.getMessage();
    boolean isPlain =
        failure instanceof PgException
            || failure instanceof SQLException
            || failure instanceof WireException;
    if (isPlain && message != null) {
      return message;
    }
    String name = failure.getClass().getName();
    return message == null ? name : name + ": " + message;
  }

  private static String stack(Throwable failure) {
    var text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /// A zero byte would end the text early; PostgreSQL has no such character.
  private static void put(WriteBuffer out, char code, @Nullable String text) {
    if (text != null) {
      out.putByte(code).putCString(text.replace('\0', ' '));
    }
  }
}
