package io.tiercel.inside.call;

import io.tiercel.inside.jar.JarReference;
import io.tiercel.inside.protocol.ErrorFields;
import io.tiercel.inside.protocol.FrameChannel;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.protocol.FrameType;
import io.tiercel.inside.protocol.FrameWriter;
import io.tiercel.inside.protocol.SessionGone;
import io.tiercel.inside.sql.Connections;
import io.tiercel.inside.sql.Statements;
import io.tiercel.wire.error.ProtocolViolation;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Serves the calls of one session: DEFINE, CALL, and FETCH within a set. Confined to its thread.
///
/// CALL is the function's number (u32), and then what its kind of [Routine] reads.
public final class Calls {
  /// Rows of a set are sent when they have this size: enough to forget the round trip.
  private static final int BATCH_BYTES = 64 * 1024;

  private final FrameChannel channel;
  private final Functions functions;
  private final Statements statements;
  private final Connections connections;

  public Calls(
      FrameChannel channel, Functions functions, Statements statements, Connections connections) {
    this.channel = channel;
    this.functions = functions;
    this.statements = statements;
    this.connections = connections;
  }

  /// Serves a DEFINE or CALL; returns when the backend may send the next.
  ///
  /// @throws ProtocolViolation for any other frame
  public void serve(FrameReader frame) {
    switch (frame.type()) {
      case FrameType.DEFINE -> answer(frame, this::define);
      case FrameType.CALL -> answer(frame, this::call);
      case FrameType.FORGET_GROUPS -> functions.forgetGroups(frame);
      default ->
          throw new ProtocolViolation(
              "frame '%c' outside of a call".formatted((char) frame.type()));
    }
  }

  @FunctionalInterface
  private interface Work {
    FrameWriter answer(FrameReader frame) throws Throwable;
  }

  private void answer(FrameReader frame, Work work) {
    FrameWriter answer;
    try {
      answer = work.answer(frame);
      connections.endCall();
    } catch (SessionGone | ProtocolViolation e) {
      throw e;
    } catch (Throwable e) {
      // Whatever the user's code throws, stack overflow and lack of memory included, is an error of
      // the statement and of nothing else.
      answer = new FrameWriter(FrameType.ERROR, 0, frame.level());
      ErrorFields.write(answer.body(), e);
      abandonConnections(e);
    }
    statements.send(answer);
  }

  /// The error is the one that came first.
  private void abandonConnections(Throwable failure) {
    try {
      connections.endCall();
    } catch (ProtocolViolation e) {
      throw e;
    } catch (SQLException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private FrameWriter define(FrameReader frame) throws Exception {
    var answer = new FrameWriter(FrameType.DEFINED, 0, frame.level());
    functions.define(frame, jar -> fetch(frame.level(), jar)).writeDefined(answer.body());
    return answer;
  }

  /// Asks for the content of a jar: JAR is its hash (cstring), CONTENT the bytes.
  private byte[] fetch(int level, JarReference jar) {
    var wish = new FrameWriter(FrameType.JAR, 0, level);
    wish.body().putCString(jar.hash());
    channel.send(wish);
    FrameReader content = channel.receiveAnswer();
    if (content.type() != FrameType.CONTENT || content.level() != level) {
      throw new ProtocolViolation("frame '%c' instead of a jar".formatted((char) content.type()));
    }
    return content.array();
  }

  private FrameWriter call(FrameReader frame) throws Throwable {
    Functions.Defined defined = functions.get(frame.readInt());
    Thread thread = Thread.currentThread();
    ClassLoader outer = thread.getContextClassLoader();
    thread.setContextClassLoader(defined.loader());
    try {
      return call(defined.routine(), frame);
    } finally {
      thread.setContextClassLoader(outer);
    }
  }

  private FrameWriter call(Routine routine, FrameReader frame) throws Throwable {
    if (routine instanceof JavaFunction function && function.isSet()) {
      frame.readInt(); // one row of arguments
      return lastRows(function, frame);
    }
    var answer = new FrameWriter(FrameType.RESULT, 0, frame.level());
    routine.call(frame, answer.body());
    return answer;
  }

  /// Sends all batches of a set but the last, which it returns.
  private FrameWriter lastRows(JavaFunction function, FrameReader frame) throws Throwable {
    @Nullable Object set = function.call(frame);
    frame.requireEnd();
    try (var elements = Elements.of(set)) {
      for (; ; ) {
        var batch = new FrameWriter(FrameType.ROWS, 0, frame.level());
        if (!fill(batch, function, elements)) {
          batch.setFlags(FrameType.LAST);
          return batch;
        }
        statements.send(batch);
        FrameReader credit = channel.receiveAnswer();
        if (credit.type() != FrameType.FETCH || credit.level() != frame.level()) {
          throw new ProtocolViolation("frame '%c' within a set".formatted((char) credit.type()));
        }
      }
    }
  }

  /// Returns whether there are more.
  private static boolean fill(FrameWriter batch, JavaFunction function, Elements elements) {
    batch.body().putInt(0);
    int rows = 0;
    while (elements.hasNext()) {
      function.writeResult(elements.next(), batch.body());
      rows++;
      if (batch.bodyBytes() >= BATCH_BYTES) {
        break;
      }
    }
    batch.setCount(rows);
    return elements.hasNext();
  }
}
