package io.tiercel.wire;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CommitOutcomeUnknown;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.TimeoutException;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.BackendMessages;
import io.tiercel.wire.protocol.Frontend;
import io.tiercel.wire.protocol.MessageReader;
import io.tiercel.wire.transport.Line;
import io.tiercel.wire.transport.TimeLimit;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The conversation: requests are written into a buffer, and for each a [Step] waits in a queue for
/// its part of the answers.
///
/// One thread does both directions. While the server does not take what is written, it is given the
/// chance to get rid of its answers: they are read and handled at once. So neither side ever waits
/// for the other to read, whatever the size of a batch.
///
/// An error makes the server pass over everything up to the next Sync; the queue does the same.
/// When the position in the stream is in doubt, or the connection is lost, the session closes and
/// every step is told. Confined to one thread at a time, except [#abort()].
final class Session {
  /// What is written but not sent may grow to this before the socket is tried.
  static final int SEND_THRESHOLD = 64 * 1024;

  private static final int RECEIVE_EVERY = 256 * 1024;
  private static final int KEPT_CAPACITY = 1024 * 1024;

  /// BEGIN, a statement or two, COMMIT.
  private static final int KEPT_TAGS = 4;

  private static final CommandTag NO_TAG = new CommandTag("", 0);

  private final Line line;
  private final MessageReader reader;
  private final SessionListeners listeners;
  private TimeLimit silence;
  private final ArrayDeque<Step> steps = new ArrayDeque<>();
  private final MessageReader.Source source;
  private final MessageReader.Source awaited;

  // Made once: each statement waits.
  private final Io drainAll = () -> drain(Session::never);
  private final Io drainEnough = () -> drain(this.enough);
  private BooleanSupplier enough = Session::never;

  /// One that was answered, to be used again: every statement outside a transaction takes one.
  private @Nullable SyncStep spareSync;

  /// Written by the caller; the first `sent` bytes have left.
  private final WriteBuffer out = new WriteBuffer(8 * 1024);

  private int sent;

  /// The offset of `out`'s first byte in the stream of all bytes ever written.
  private long base;

  private long sentAtLastReceive;

  /// Whether something was written since the last Sync.
  private boolean scopeOpen;

  /// How many scopes were begun so far.
  private long scopes;

  /// Whether the server is passing over messages, and no Sync to end that is written yet.
  private boolean scopeFailed;

  /// Whether a COMMIT was carried out since the server was last ready.
  private boolean committed;

  private TransactionStatus transactionStatus = TransactionStatus.IDLE;

  /// The latest different ones, in no order.
  private final CommandTag[] tags = new CommandTag[KEPT_TAGS];

  private int nextTag;
  private volatile @Nullable WireException closedBy;

  private long statements;
  private long roundTrips;
  private long rows;
  private long bytesIn;
  private long prepares;

  Session(Line line, MessageReader reader, SessionListeners listeners, Duration socketTimeout) {
    this.line = line;
    this.reader = reader;
    this.listeners = listeners;
    silence = silence(socketTimeout);
    Arrays.fill(tags, NO_TAG);
    source = line::read;
    awaited = (to, offset, length) -> line.awaitRead(to, offset, length, silence);
  }

  // Writing

  /// Where requests are written to. Write whole messages, then [#add] the step that awaits them.
  WriteBuffer out() {
    return out;
  }

  /// The offset of the next byte in the stream of all bytes ever written.
  long position() {
    return base + out.position();
  }

  /// Queues a step for the messages written since `start`, an earlier [#position()].
  void add(Step step, long start) {
    step.start = start;
    if (scopeFailed) {
      step.skipped();
    } else {
      steps.addLast(step);
    }
    scopeOpen = true;
  }

  /// Queues a step that ends with ReadyForQuery by itself: a simple query.
  void addAlone(Step step, long start) {
    add(step, start);
    scopeOpen = false;
    scopes++;
  }

  /// Ends the scope of errors, and the transaction if it is an implicit one.
  void sync(Flight flight) {
    long start = position();
    Frontend.sync(out);
    scopeFailed = false;
    SyncStep step = spareSync;
    spareSync = null;
    add(step == null ? new SyncStep(this, flight) : step.endingInstead(flight), start);
    scopeOpen = false;
    scopes++;
  }

  /// The number of the scope that is written now: what the server holds for its unnamed statement
  /// is certain within one only.
  long scope() {
    return scopes;
  }

  /// Whether something was written since the last Sync.
  boolean isScopeOpen() {
    return scopeOpen;
  }

  void flushRequested() {
    Frontend.flush(out);
  }

  /// Begins work of its own: whether anything was sent is counted from here.
  void beginWork() {
    checkOpen();
    if (steps.isEmpty()) {
      line.beginWork();
    }
  }

  /// Sends what is written when it is much, reading all the while.
  void sendIfMuch() {
    if (out.position() - sent > SEND_THRESHOLD) {
      guarded(() -> send(SEND_THRESHOLD));
    }
  }

  void setSocketTimeout(Duration timeout) {
    silence = silence(timeout);
  }

  /// Sends all, without waiting for an answer.
  void sendAll() {
    guarded(() -> send(0));
  }

  /// Sends all and reads until every step is complete.
  void await() {
    guarded(drainAll);
  }

  /// Sends all and reads until `condition` holds or every step is complete.
  void awaitUntil(BooleanSupplier condition) {
    enough = condition;
    try {
      guarded(drainEnough);
    } finally {
      enough = Session::never;
    }
  }

  /// As [#await()], with a limit of its own to the silence of the server.
  void await(Duration longestSilence) {
    TimeLimit usual = silence;
    silence = silence(longestSilence);
    try {
      await();
    } finally {
      silence = usual;
    }
  }

  private static boolean never() {
    return false;
  }

  private void drain(BooleanSupplier early) throws IOException {
    boolean asks = out.position() > sent;
    send(0);
    if (asks && !steps.isEmpty()) {
      roundTrips++;
    }
    while (!steps.isEmpty() && !early.getAsBoolean()) {
      if (out.position() > sent) {
        send(0); // a step has answered the server
      }
      receive(awaited);
    }
    if (steps.isEmpty()) {
      line.answered();
    }
  }

  /// Sends until at most `leave` bytes are left.
  private void send(int leave) throws IOException {
    while (out.position() - sent > leave || (leave == 0 && !line.flush())) {
      int count = line.write(out.array(), sent, out.position() - sent);
      sent += count;
      if (count == 0 && !receive()) {
        line.awaitReadableOrWritable(silence);
      } else if (base + sent - sentAtLastReceive > RECEIVE_EVERY) {
        // So much is on its way that answers are probably waiting: taking them now keeps the
        // server from stopping at all.
        receive();
      }
    }
    forgetSent();
  }

  private void forgetSent() {
    if (sent == out.position()) {
      base += sent;
      sent = 0;
      out.clear();
      out.shrink(KEPT_CAPACITY);
    } else if (sent > SEND_THRESHOLD) {
      base += sent;
      out.discardFirst(sent);
      sent = 0;
    }
  }

  private static TimeLimit silence(Duration socketTimeout) {
    return TimeLimit.answering(
        "the answer of the server",
        socketTimeout,
        "the server is silent for longer than socketTimeout; raise it for longer statements.");
  }

  // Reading

  /// Takes what is there; returns whether there was something.
  private boolean receive() throws IOException {
    return receive(source);
  }

  private boolean receive(MessageReader.Source from) throws IOException {
    sentAtLastReceive = base + sent;
    int count = reader.fill(from);
    if (count < 0) {
      throw new EOFException(
          reader.hasPartialMessage()
              ? "the server closed the connection in the middle of a message"
              : "the server closed the connection");
    }
    bytesIn += count;
    while (reader.next()) {
      handle(reader.type());
    }
    return count > 0;
  }

  private void handle(byte type) {
    switch (type) {
      case Backend.DATA_ROW -> {
        rows++;
        firstStep(type).on(type, reader);
      }
      case Backend.ERROR_RESPONSE -> onError(BackendMessages.serverError(reader));
      case Backend.NOTICE_RESPONSE -> listeners.notice(BackendMessages.serverError(reader));
      case Backend.NOTIFICATION_RESPONSE ->
          listeners.notification(BackendMessages.notification(reader));
      case Backend.PARAMETER_STATUS -> {
        onParameter(reader.readCString(), reader.readCString());
        reader.expectEnd();
      }
      default -> {
        Step step = firstStep(type);
        if (step.on(type, reader)) {
          steps.removeFirst();
          committed |= step instanceof Pending && step.isCommit();
          if (step instanceof SyncStep answered) {
            spareSync = answered;
          }
        }
      }
    }
  }

  private void onParameter(String name, String value) {
    listeners.parameter(name, value);
    switch (name) {
      case "client_encoding" -> requireSetting(name, value, "UTF8");
      case "DateStyle" -> requireSetting(name, value, "ISO");
      case "search_path" -> listeners.redefined(); // from version 18 on
      default -> {}
    }
  }

  /// What texts are read by cannot change under us: they would be misread.
  private static void requireSetting(String name, String value, String expected) {
    if (!value.startsWith(expected)) {
      throw new ConnectionException(
          SqlState.CONNECTION_FAILURE,
          "%s was set to %s, and texts are read as %s: the connection is closed\nHint: leave %s alone."
              .formatted(name, value, expected, name),
          true,
          null);
    }
  }

  private Step firstStep(byte type) {
    Step step = steps.peekFirst();
    if (step == null) {
      throw new ProtocolViolation(
          "unexpected message %s while nothing is awaited".formatted(Backend.name(type)));
    }
    return step;
  }

  private void onError(ServerError error) {
    Step step = steps.peekFirst();
    if (step == null) {
      // The server's last word came behind the answers: what was asked is done, and whoever asks
      // for more finds the connection closed.
      broken(new ServerException(error, null));
      return;
    }
    if (error.isFatal()) {
      throw new ServerException(error, null);
    }
    if (step.onError(error)) {
      steps.removeFirst();
      skipToSync();
    }
  }

  private void skipToSync() {
    Step step = steps.peekFirst();
    while (step != null && !(step instanceof SyncStep)) {
      steps.removeFirst();
      step.skipped();
      step = steps.peekFirst();
    }
    scopeFailed = step == null;
  }

  /// Waits for whatever the server sends unasked; returns whether anything came.
  boolean listen(Duration timeout) {
    boolean[] came = new boolean[1];
    guarded(
        () -> {
          // TLS may hold what the selector does not know of.
          came[0] = line.mayHoldMore() && receive();
          if (!came[0] && line.isReadableWithin(timeout.toMillis())) {
            came[0] = receive();
          }
        });
    WireException cause = closedBy;
    if (cause != null) {
      throw cause;
    }
    return came[0];
  }

  // What steps report

  void ready(byte status) {
    committed = false;
    transactionStatus = TransactionStatus.of(status);
  }

  void completed(String sql, long affected, @Nullable ServerError error) {
    statements++;
    listeners.executed(sql, affected, error);
  }

  void parsing() {
    prepares++;
  }

  void drop(PreparedStatement statement) {
    listeners.dropped(statement);
  }

  /// The tag of CommandComplete. Batches repeat the same one, transactions a few: those cost no
  /// object.
  CommandTag commandTag(MessageReader in) {
    CommandTag tag = knownTag(in);
    if (tag == null) {
      String text = in.readCString();
      in.expectEnd();
      tag = CommandTag.parse(text);
      tags[nextTag] = tag;
      nextTag = (nextTag + 1) % KEPT_TAGS;
    }
    if (tag.discardsStatements()) {
      listeners.discarded();
    } else if (tag.changesDefinitions()) {
      listeners.redefined();
    }
    return tag;
  }

  private @Nullable CommandTag knownTag(MessageReader in) {
    for (CommandTag tag : tags) {
      if (isSame(in, tag.text())) {
        return tag;
      }
    }
    return null;
  }

  private static boolean isSame(MessageReader in, String text) {
    int length = text.length();
    byte[] buffer = in.buffer();
    int at = in.position();
    if (in.remaining() != length + 1 || buffer[at + length] != 0) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (buffer[at + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// Ends a COPY FROM STDIN that came by a simple query.
  void failCopy(String reason) {
    Frontend.copyFail(out, reason);
  }

  /// Ends a COPY FROM STDIN that an ordinary statement turned out to be. While it copies the server
  /// ignores Sync, so the one already written counts for nothing and is written again; anything
  /// else that was written behind the statement would be taken for data.
  void refuseCopyIn() {
    boolean nothingBehind =
        steps.size() == 1 || (steps.size() == 2 && steps.peekLast() instanceof SyncStep);
    if (!nothingBehind) {
      throw new ProtocolViolation("COPY FROM STDIN in the middle of a pipeline");
    }
    Frontend.copyFail(out, "COPY FROM STDIN as an ordinary statement");
    if (steps.size() == 2) {
      Frontend.sync(out);
    }
  }

  /// Makes the open scope fail, and the transaction with it: by executing a portal that is not
  /// there, whose name says to the reader of the server's log why.
  void failScope(String reason) {
    if (scopeOpen && !scopeFailed) {
      long start = position();
      Frontend.execute(out, reason, 0);
      add(new FailingStep(), start);
      flushRequested();
      await();
    }
  }

  // Giving up

  /// Takes back what was not sent: steps, and their bytes.
  void discardUnsent() {
    long written = base + sent;
    long from = position();
    while (!steps.isEmpty() && steps.getLast().start >= written) {
      Step step = steps.removeLast();
      from = step.start;
      step.skipped();
    }
    if (from < position()) {
      out.truncate((int) (from - base));
      // One Sync too many does no harm, one too few leaves the server waiting for it.
      scopeOpen = line.hasSent();
      scopes++;
    }
  }

  int pendingSteps() {
    return steps.size();
  }

  /// Closes, for `cause`; returns what the caller is to throw.
  WireException broken(WireException cause) {
    WireException outcome = committed ? new CommitOutcomeUnknown(cause) : cause;
    long written = base + sent;
    for (Step step : steps) {
      if (step.isCommit() && step.start < written) {
        outcome = new CommitOutcomeUnknown(cause);
      }
    }
    line.close();
    closedBy = outcome;
    steps.forEach(step -> step.lost(cause));
    steps.clear();
    return outcome;
  }

  private void guarded(Io work) {
    try {
      work.run();
    } catch (IOException e) {
      throw broken(lost(e));
    } catch (ConnectionException | TimeoutException | ServerException | ProtocolViolation e) {
      throw broken(e);
    } catch (RuntimeException | Error e) {
      // A defect of ours or memory that ran out: either way the position is in doubt.
      broken(new ProtocolViolation("connection closed after an unexpected failure", e));
      throw e;
    }
  }

  private ConnectionException lost(IOException cause) {
    return new ConnectionException(
        SqlState.CONNECTION_FAILURE,
        "connection to PostgreSQL at %s lost: %s".formatted(line.destination(), cause.getMessage()),
        line.hasSent(),
        cause);
  }

  void checkOpen() {
    if (!line.isOpen()) {
      throw new ConnectionException(
          SqlState.CONNECTION_DOES_NOT_EXIST, "the connection is closed", false, closedBy);
    }
  }

  boolean isOpen() {
    return line.isOpen();
  }

  @Nullable WireException closedBy() {
    return closedBy;
  }

  /// Says goodbye if that is possible without waiting, and closes.
  void terminate() {
    if (line.isOpen()) {
      try {
        if (steps.isEmpty() && sent == out.position()) {
          Frontend.terminate(out);
          sent += line.write(out.array(), sent, out.position() - sent);
        }
      } catch (IOException e) {
        // The server finds out by itself.
      } finally {
        abort();
      }
    }
  }

  /// Closes at once. For any thread.
  void abort() {
    line.close();
  }

  Line line() {
    return line;
  }

  TransactionStatus transactionStatus() {
    return transactionStatus;
  }

  ConnectionStatistics statistics() {
    return new ConnectionStatistics(statements, roundTrips, rows, bytesIn, base + sent, prepares);
  }

  private interface Io {
    void run() throws IOException;
  }
}
