package io.tiercel.jdbc.session;

import io.tiercel.jdbc.convert.ConversionContext;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.sql.SqlOptions;
import io.tiercel.wire.Connection;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.TransactionStatus;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.WireException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// One session with the server, as connection, statements and results use it together.
///
/// Everything that touches the wire is an [Exchange] and holds the lock. Threads that share a
/// connection take turns, in order of arrival, or their statements travel together ([#share]). A
/// result that is not read to its end leaves its answers on the wire until
/// somebody else needs it ([Unread]).
public final class Session {
  private static final String IN_FAILED_TRANSACTION = "25P02";

  private final Connection wire;
  private final SessionOptions options;
  /// Fair: whoever waits for the wire gets it, however busy others keep it.
  private final ReentrantLock lock = new ReentrantLock(true);

  private final SharedFlight sharedFlight;
  private final SqlCache sqlCache = new SqlCache();
  private final Autosave autosave;
  private final Transactions transactions;
  private final PlainTables plainTables;
  private final BatchSavepoint batchSavepoint;
  private final BatchTexts batchTexts = new BatchTexts();
  private final BinaryResults binaryResults;
  private final ArrayDeque<String> portalsToClose = new ArrayDeque<>();
  private final Warnings connectionWarnings = new Warnings();
  private volatile int networkTimeoutMillis;
  private Warnings warnings = connectionWarnings;
  private @Nullable Unread unread;

  /// One to use again, which most exchanges leave as good as new.
  private @Nullable Pipeline idlePipeline;

  private @Nullable ConversionContext conversions;

  /// Why the transaction is in the state that only a rollback ends.
  private @Nullable SQLException abortedBy;

  public Session(Connection wire, SessionOptions options) {
    this.wire = wire;
    this.options = options;
    autosave = new Autosave(wire, options.compatibility().autosaves());
    transactions = new Transactions(this);
    plainTables = new PlainTables(wire);
    batchSavepoint = new BatchSavepoint(wire);
    binaryResults = new BinaryResults(wire.config());
    sharedFlight = new SharedFlight(this, lock);
    wire.setNoticeListener(this::notice);
  }

  private void notice(ServerError notice) {
    Warnings shared = sharedFlight.warnings();
    (shared == null ? warnings : shared).add(notice);
  }

  public Connection wire() {
    return wire;
  }

  public SessionOptions options() {
    return options;
  }

  /// Within an exchange.
  Autosave autosave() {
    return autosave;
  }

  /// Whether a failed statement is taken back alone (`autosave=always`).
  public boolean autosaves() {
    return autosave.isOn();
  }

  public Transactions transactions() {
    return transactions;
  }

  /// For batches. Within an exchange.
  public PlainTables plainTables() {
    return plainTables;
  }

  /// For batches. Within an exchange.
  public BatchSavepoint batchSavepoint() {
    return batchSavepoint;
  }

  /// For batches. Within an exchange.
  public BatchTexts batchTexts() {
    return batchTexts;
  }

  /// Whether the server may keep statements by name (`prepareThreshold` is not 0).
  public boolean namesStatements() {
    return wire.config().namedStatements();
  }

  public BinaryResults binaryResults() {
    return binaryResults;
  }

  /// Warnings that came while no statement ran.
  public Warnings connectionWarnings() {
    return connectionWarnings;
  }

  /// What conversions ask of the connection.
  public ConversionContext conversions() {
    ConversionContext known = conversions;
    if (known == null) {
      throw new IllegalStateException("the session has no connection yet");
    }
    return known;
  }

  /// Set once, by the connection that is built on this session.
  public void setConversions(ConversionContext context) {
    conversions = context;
  }

  /// The text, parsed; from the cache where it is known.
  public CachedSql parse(String sql, SqlOptions sqlOptions) throws SQLException {
    return sqlCache.get(sql, sqlOptions);
  }

  /// How the server reads strings now.
  public SqlOptions sqlOptions(boolean escapeProcessing, boolean placeholders) {
    boolean standard = !"off".equals(wire.parameter("standard_conforming_strings"));
    return new SqlOptions(escapeProcessing, standard, placeholders, options.callMode());
  }

  /// Whether another thread works on the wire, so that [#share] may pay. Just a hint.
  public boolean isBusy() {
    return !lock.isHeldByCurrentThread() && sharedFlight.isBusy();
  }

  /// Runs a statement together with those of other threads, if it can be. Blocks. Not within an
  /// exchange.
  ///
  /// @return whether it was carried out; if not, it is to be run as an [Exchange]
  public boolean share(SharedRequest request) throws SQLException {
    return sharedFlight.share(request);
  }

  /// Cancels a request that was given to [#share] by another thread. Blocks until the server has
  /// taken that, if the statement runs now.
  public void cancel(SharedRequest request) {
    sharedFlight.cancel(request);
  }

  /// Whether each statement is a transaction of its own now.
  boolean isBetweenTransactions() {
    return transactions.isAutoCommit() && !transactions.isActive();
  }

  /// A pipeline for statements that travel together.
  Pipeline newPipeline() {
    abortedBy = null;
    Pipeline pipeline = wire.pipeline();
    closePortals(pipeline);
    return pipeline;
  }

  /// Releases the lock. If requests are left, somebody is woken to see to them.
  void unlock() {
    if (lock.getHoldCount() > 1) {
      lock.unlock();
      return;
    }
    SharedRequest next = sharedFlight.next();
    lock.unlock();
    sharedFlight.wake(next);
  }

  /// Works on the wire alone, when what others left there has been read. Blocks.
  public <T> T exchange(Exchange<T> exchange) throws SQLException {
    return exchange(connectionWarnings, exchange);
  }

  /// As [#exchange(Exchange)], for a statement that wants the server's notices for itself.
  public <T> T exchange(Warnings sink, Exchange<T> exchange) throws SQLException {
    lock.lock();
    try {
      checkOpen();
      settle();
      if (wire.transactionStatus() != TransactionStatus.FAILED) {
        abortedBy = null;
      }
      warnings = sink;
      autosave.disarm();
      Pipeline pipeline = idlePipeline == null ? wire.pipeline() : idlePipeline;
      idlePipeline = null;
      closePortals(pipeline);
      T result = run(pipeline, exchange);
      if (pipeline.isIdle()) {
        idlePipeline = pipeline;
      }
      return result;
    } finally {
      warnings = connectionWarnings;
      unlock();
    }
  }

  /// As [#exchange(Exchange)], without a result.
  public void work(Work work) throws SQLException {
    exchange(done(work));
  }

  private static Exchange<Boolean> done(Work work) {
    return pipeline -> {
      work.run(pipeline);
      return true;
    };
  }

  private void closePortals(Pipeline pipeline) {
    while (!portalsToClose.isEmpty()) {
      pipeline.closePortal(portalsToClose.remove());
    }
  }

  /// Has a portal closed that nobody reads any more, along with what is sent next.
  public void closePortalLater(String portal) {
    lock.lock();
    try {
      portalsToClose.add(portal);
    } finally {
      unlock();
    }
  }

  /// Goes on with a pipeline that was left with answers to come. Blocks.
  public void resume(Pipeline pipeline, Work work) throws SQLException {
    lock.lock();
    try {
      run(pipeline, done(work));
    } finally {
      unlock();
    }
  }

  private <T> T run(Pipeline pipeline, Exchange<T> exchange) throws SQLException {
    boolean isDone = false;
    try {
      T result = exchange.run(pipeline);
      isDone = true;
      return result;
    } catch (WireException e) {
      isDone = true;
      recover(pipeline, e);
      throw failed(e);
    } finally {
      if (!isDone) {
        recover(pipeline, null);
      }
    }
  }

  /// Brings the conversation in order after a failure.
  private void recover(Pipeline pipeline, @Nullable WireException cause) {
    unread = null;
    if (!wire.isOpen()) {
      return;
    }
    try {
      try {
        pipeline.close();
      } finally {
        autosave.restore();
      }
    } catch (WireException e) {
      // Either the connection is lost, which the next use reports, or the failure is a second one.
      if (cause != null) {
        cause.addSuppressed(e);
      }
    }
  }

  /// The exception for a failure, which it notes if it aborted the transaction.
  public SQLException failed(WireException e) {
    if (e.sqlState().equals(IN_FAILED_TRANSACTION) && abortedBy != null) {
      return SqlExceptions.of(e.sqlState(), String.valueOf(shown(e).getMessage()), abortedBy);
    }
    SQLException failure = SqlExceptions.of(shown(e));
    if (abortedBy == null && wire.transactionStatus() == TransactionStatus.FAILED) {
      abortedBy = failure;
    }
    return failure;
  }

  /// With as much of what the server said as `logServerErrorDetail` wants in messages.
  private WireException shown(WireException e) {
    return e instanceof ServerException server && !options.compatibility().showsErrorDetail()
        ? server.withoutDetail()
        : e;
  }

  @Nullable SQLException takeAbortedBy() {
    SQLException cause = abortedBy;
    abortedBy = null;
    return cause;
  }

  /// Has what others left on the wire taken into memory.
  void settle() throws SQLException {
    sharedFlight.drain();
    Unread left = unread;
    unread = null;
    if (left != null) {
      try {
        left.readRest();
      } catch (WireException e) {
        throw failed(e);
      }
    }
  }

  /// Leaves answers on the wire until somebody needs it.
  public void leave(Unread result) {
    unread = result;
  }

  /// Whether that result's answers are still on the wire.
  public boolean isLeft(Unread result) {
    return unread == result;
  }

  /// That result is read to its end.
  public void readToEnd(Unread result) {
    if (unread == result) {
      unread = null;
    }
  }

  /// Runs `work` with the lock held, without touching the wire.
  public <T extends @Nullable Object> T locked(LockedWork<T> work) throws SQLException {
    lock.lock();
    try {
      return work.run();
    } finally {
      unlock();
    }
  }

  /// As [#locked], without a result.
  public void lockedWork(LockedAction work) throws SQLException {
    lock.lock();
    try {
      work.run();
    } finally {
      unlock();
    }
  }

  /// Runs without exchanging anything, or as part of an exchange.
  @FunctionalInterface
  public interface LockedAction {
    void run() throws SQLException;
  }

  /// Runs without exchanging anything.
  @FunctionalInterface
  public interface LockedWork<T extends @Nullable Object> {
    T run() throws SQLException;
  }

  /// Runs a command outside of what the application sees as its statements, without beginning a
  /// transaction.
  public void command(String sql) throws SQLException {
    work(
        pipeline -> {
          pipeline.add(sql);
          pipeline.await();
        });
  }

  /// How long the server may be silent while something is awaited; 0 for no limit.
  public void setNetworkTimeout(int milliseconds) throws SQLException {
    lockedWork(
        () -> {
          networkTimeoutMillis = milliseconds;
          wire.setSocketTimeout(
              milliseconds == 0 ? Duration.ofDays(1) : Duration.ofMillis(milliseconds));
        });
  }

  public int networkTimeoutMillis() {
    return networkTimeoutMillis;
  }

  /// Closes. A result that was not read to its end is given up; outside a transaction block its
  /// statement is carried out nevertheless. While another thread uses the session, it is closed at
  /// once and that thread's call fails.
  public void close() throws SQLException {
    if (!lock.tryLock()) {
      wire.close();
      return;
    }
    try {
      Unread left = unread;
      unread = null;
      if (left != null && wire.isOpen() && transactions.isAutoCommit()) {
        left.abandonRest();
      }
    } finally {
      unlock();
      wire.close();
    }
  }

  /// Gives the wire back to whoever lent it, with nothing unread. Blocks while there is something.
  public void handBack() throws SQLException {
    try {
      if (wire.isOpen()) {
        work(Pipeline::await);
      }
    } finally {
      wire.setNoticeListener(null);
    }
  }

  public boolean isOpen() {
    return wire.isOpen();
  }

  public void checkOpen() throws SQLException {
    if (!wire.isOpen()) {
      WireException cause = wire.closedBy();
      throw SqlExceptions.of(
          SqlState.CONNECTION_DOES_NOT_EXIST,
          "This connection has been closed"
              + (cause == null ? "." : ", because it broke down: " + cause.getMessage()),
          cause);
    }
  }
}
