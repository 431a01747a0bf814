package io.tiercel.inside.sql;

import io.tiercel.inside.PgException;
import io.tiercel.inside.protocol.ErrorFields;
import io.tiercel.inside.protocol.FrameChannel;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.protocol.FrameType;
import io.tiercel.inside.protocol.FrameWriter;
import io.tiercel.inside.type.DatabaseTypes;
import io.tiercel.inside.type.ValueEncoder;
import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.error.ProtocolViolation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Prepares and executes statements in the backend that waits for the running call, and serves the
/// calls by which those statements come back to Java. Confined to the session's thread.
///
/// The statements used last stay prepared, as the backend's plans: it knows them by a number.
public final class Statements {
  private static final int MAX_PREPARED = 100;

  private final FrameChannel channel;
  private final Consumer<FrameReader> nestedCalls;
  private final LinkedHashMap<Key, Prepared> prepared = new LinkedHashMap<>(16, 0.75f, true);
  private int lastId;

  private final Thread thread = Thread.currentThread();

  /// The nesting level of the running call, 0 outside.
  private int level;

  /// For each level the conversation whose answers are still on the channel.
  private final Map<Integer, Conversation> unfinished = new HashMap<>();

  private record Key(String sql, List<Integer> declaredOids) {}

  private record Prepared(int id, List<ValueEncoder> parameters) {}

  /// @param nestedCalls serves DEFINE and CALL
  public Statements(FrameChannel channel, Consumer<FrameReader> nestedCalls) {
    this.channel = channel;
    this.nestedCalls = nestedCalls;
  }

  /// Enters or leaves a call; returns the level before.
  public int enter(int newLevel) {
    int before = level;
    level = newLevel;
    return before;
  }

  /// Executes a statement and returns all its rows.
  ///
  /// @throws PgException if it fails
  /// @throws io.tiercel.wire.error.CodecException if a parameter cannot be written as its type
  public Result execute(String sql, @Nullable Object[] parameters) {
    requireCall();
    Prepared statement = prepare(sql, parameters);
    var frame = new FrameWriter(FrameType.EXECUTE, 0, level);
    frame.body().putInt(statement.id).putInt(0).putShort(parameters.length);
    for (int i = 0; i < parameters.length; i++) {
      ValueEncoder encoder = statement.parameters.get(i);
      frame.body().putByte(encoder.format().code());
      encoder.write(parameters[i], frame.body());
    }
    return Result.read(exchange(frame, FrameType.EXECUTED));
  }

  private Prepared prepare(String sql, @Nullable Object[] parameters) {
    var key = new Key(sql, Arrays.stream(parameters).map(Statements::declaredOid).toList());
    Prepared known = prepared.get(key);
    if (known != null) {
      return known;
    }
    int id = ++lastId;
    var frame = new FrameWriter(FrameType.PREPARE, 0, level);
    frame.body().putInt(id).putCString(sql).putShort(parameters.length);
    key.declaredOids.forEach(frame.body()::putInt);
    FrameReader answer = exchange(frame, FrameType.PREPARED);
    List<Integer> oids = answer.readOids();
    DatabaseTypes types = DatabaseTypes.read(answer);
    answer.requireEnd();
    if (oids.size() != parameters.length) {
      forget(id);
      throw new PgException(
          "08P01",
          "the statement has %d parameters, not %d".formatted(oids.size(), parameters.length));
    }
    List<ValueEncoder> encoders = new ArrayList<>();
    for (int oid : oids) {
      encoders.add(new ValueEncoder(types, oid));
    }
    var statement = new Prepared(id, encoders);
    prepared.put(key, statement);
    forgetEldest();
    return statement;
  }

  /// A String is what a literal is to the server: of the type that its place wants.
  private static int declaredOid(@Nullable Object value) {
    return value == null || value instanceof String
        ? 0
        : Codecs.builtin().defaultOid(value.getClass());
  }

  private void forgetEldest() {
    if (prepared.size() > MAX_PREPARED) {
      Map.Entry<Key, Prepared> eldest = prepared.firstEntry();
      prepared.remove(eldest.getKey());
      forget(eldest.getValue().id);
    }
  }

  private void forget(int id) {
    var frame = new FrameWriter(FrameType.FORGET, 0, level);
    frame.body().putInt(id);
    send(frame);
  }

  /// Sends a request of a call in progress and returns its answer.
  ///
  /// @throws PgException if the backend refuses it
  public FrameReader ask(byte type, Consumer<WriteBuffer> body, byte answerType) {
    requireCall();
    var frame = new FrameWriter(type, 0, level);
    body.accept(frame.body());
    return exchange(frame, answerType);
  }

  /// Ends the transaction and begins the next.
  ///
  /// @throws PgException `2D000` where that is not allowed, or what the commit failed of
  public void endTransaction(boolean commit) {
    ask(commit ? FrameType.COMMIT : FrameType.ABORT, _ -> {}, FrameType.DONE).requireEnd();
  }

  /// Runs work in a subtransaction of the backend's.
  public <T extends @Nullable Object> T inSavepoint(Callable<T> work) throws Exception {
    requireCall();
    exchange(new FrameWriter(FrameType.SAVEPOINT, 0, level), FrameType.DONE).requireEnd();
    T value;
    try {
      value = work.call();
    } catch (Throwable e) {
      exchange(new FrameWriter(FrameType.ROLLBACK, 0, level), FrameType.DONE).requireEnd();
      throw e;
    }
    exchange(new FrameWriter(FrameType.RELEASE, 0, level), FrameType.DONE).requireEnd();
    return value;
  }

  /// Sends a frame, after all that others have left unread on the channel was taken off it.
  public void send(FrameWriter frame) {
    Conversation other = unfinished.get(level);
    if (other != null) {
      other.keepRest();
    }
    channel.send(frame);
  }

  /// Sends messages of a conversation, whose answers are on the channel until it is
  /// [#finished(Conversation)].
  void begin(Conversation conversation, FrameWriter frame) {
    requireCall();
    send(frame);
    unfinished.put(level, conversation);
  }

  void finished(Conversation conversation) {
    unfinished.remove(level, conversation);
  }

  /// The nesting level of the running call.
  public int level() {
    return level;
  }

  private void requireCall() {
    if (level == 0) {
      throw new PgException("55000", "statements can be executed within a call only");
    }
    if (Thread.currentThread() != thread) {
      // Another thread would write between the frames of this one.
      throw new PgException(
          "55000",
          "the session belongs to the thread of its running call, not to "
              + Thread.currentThread().getName());
    }
  }

  /// Sends a frame and serves calls until its answer is there.
  private FrameReader exchange(FrameWriter request, byte answerType) {
    send(request);
    return receive(answerType);
  }

  /// Serves calls until an answer is there.
  FrameReader receive(byte answerType) {
    for (; ; ) {
      FrameReader frame = channel.receiveAnswer();
      if (frame.level() > level) {
        nestedCalls.accept(frame);
      } else if (frame.level() == level && frame.type() == answerType) {
        return frame;
      } else if (frame.level() == level && frame.type() == FrameType.ERROR) {
        throw ErrorFields.read(frame);
      } else {
        throw new ProtocolViolation(
            "frame '%c' of level %d instead of an answer"
                .formatted((char) frame.type(), frame.level()));
      }
    }
  }
}
