package io.tiercel.jdbc.result;

import io.tiercel.jdbc.session.Session;
import io.tiercel.jdbc.session.Unread;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PortalLimit;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.row.RowBytesConsumer;
import java.sql.SQLException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// Where the rows of a result come from: they are taken off the wire in blocks, by whoever drives
/// the connection, and handed over to the reader of the result. Everything here is guarded by the
/// lock of the session until all rows have come; then it is the reader's, who need not wait for
/// whatever others do on the connection.
public abstract sealed class RowFeed implements RowBytesConsumer, Unread
    permits ImplicitPortalFeed, MemoryFeed, StreamFeed, TransactionPortalFeed {
  /// A receive buffer fills two or three blocks before anybody notices that it is enough.
  private static final int MAX_SPARES = 4;

  private static final String PROGRAM_LIMIT_EXCEEDED = "54000";

  final Session session;
  private @Nullable RowBlock head;
  private @Nullable RowBlock tail;
  private @Nullable ArrayDeque<RowBlock> spares;
  private final long maxBytes;
  private long heldBytes;

  /// Of rows that were taken and are kept, when all are.
  private long keptBytes;

  private boolean keepsAll;
  private int largestRow;
  private boolean isDiscarding;
  private volatile boolean isComplete;
  private @Nullable SQLException failure;

  RowFeed(Session session) {
    this(session, 0);
  }

  /// @param leastBytes that come at once whatever the limit is
  RowFeed(Session session, long leastBytes) {
    this.session = session;
    maxBytes = Math.max(leastBytes, session.options().resultLimits().maxBytes());
  }

  /// Rows that are taken stay in memory. Before any is.
  final void keepAll() {
    keepsAll = true;
  }

  /// The size of the largest row so far, in bytes.
  final int largestRow() {
    return largestRow;
  }

  /// The portal to bind and how far to execute it at first.
  public abstract PortalLimit limit(Pipeline pipeline);

  /// Sends what was added to the pipeline and reads the first rows. Called in the exchange that
  /// added the statement.
  public abstract void begin(Pipeline pipeline, Pending pending) throws SQLException;

  /// Takes what is left of the answers into memory, in the exchange that began it. Blocks.
  public final void finish(Pipeline pipeline) {
    if (!isComplete) {
      pipeline.await();
      session.readToEnd(this);
      isComplete = true;
    }
  }

  /// Reads the next rows, or notes that there are none.
  abstract void readMore() throws SQLException;

  /// A row that came is none of its result: nothing else that this server sends can be trusted.
  final SQLException violated(ProtocolViolation cause) {
    session.wire().abort();
    return session.failed(cause);
  }

  /// How many rows are to be fetched at once from now on; 0 leaves it to the feed.
  void setFetchSize(int size) throws SQLException {
    // Only portals are read in pieces of a given size.
  }

  /// Ends what the server still holds or sends, when nobody wants the rest.
  abstract void abandon() throws SQLException;

  @Override
  public final void accept(byte[] buffer, int offset, int length) {
    if (isDiscarding) {
      return;
    }
    RowBlock last = tail;
    if (last == null || last.isFull()) {
      RowBlock full = last;
      last = newBlock(full != null, length);
      tail = last;
      if (full == null) {
        head = last;
      } else {
        full.append(last);
      }
    }
    last.add(buffer, offset, length);
    heldBytes += length;
    largestRow = Math.max(largestRow, length);
    if (heldBytes + keptBytes > maxBytes) {
      throw tooMuch();
    }
  }

  /// What came is let go; the rest of the rows is passed over.
  private UsageException tooMuch() {
    long bytes = heldBytes + keptBytes;
    forget();
    return new UsageException(
        PROGRAM_LIMIT_EXCEEDED,
        "the result takes more than maxResultBuffer, %d bytes of rows and %d are allowed\n"
                .formatted(bytes, maxBytes)
            + "Hint: read it forward, with a fetch size or none, or raise maxResultBuffer.");
  }

  private RowBlock newBlock(boolean follows, int length) {
    if (spares != null && !spares.isEmpty()) {
      return spares.removeLast();
    }
    return follows ? RowBlock.following() : new RowBlock(length);
  }

  final boolean hasEnough() {
    return heldBytes >= RowBlock.FULL_BYTES;
  }

  final void complete() {
    isComplete = true;
  }

  final boolean isComplete() {
    return isComplete;
  }

  /// The failure will be thrown to the reader when it has read the rows before it.
  final void fail(WireException cause) {
    failure = session.failed(cause);
    isComplete = true;
  }

  /// The rows that are there, else the next ones. Blocks.
  ///
  /// @return the first block of a chain, the caller's to keep and change; null at the end
  final @Nullable RowBlock next() throws SQLException {
    return isComplete ? take() : session.<@Nullable RowBlock>locked(this::takeOrRead);
  }

  private @Nullable RowBlock takeOrRead() throws SQLException {
    if (head == null && !isComplete) {
      readMoreOrFail();
    }
    return take();
  }

  private @Nullable RowBlock take() throws SQLException {
    RowBlock taken = head;
    if (taken == null && failure != null) {
      throw failure;
    }
    forget();
    keptBytes += keepsAll ? heldBytes : 0;
    heldBytes = 0;
    return taken;
  }

  private void forget() {
    head = null;
    tail = null;
  }

  private void readMoreOrFail() throws SQLException {
    try {
      readMore();
    } catch (SQLException e) {
      failure = e;
      isComplete = true;
      forget();
      throw e;
    }
  }

  /// Takes back a block that was read.
  final void recycle(RowBlock block) throws SQLException {
    if (isComplete) {
      return;
    }
    block.clear();
    session.lockedWork(
        () -> {
          if (spares == null) {
            spares = new ArrayDeque<>(MAX_SPARES);
          }
          if (spares.size() < MAX_SPARES) {
            spares.add(block);
          }
        });
  }

  @Override
  public final void abandonRest() throws SQLException {
    close();
  }

  /// Nobody reads on. Blocks where the server has to be told or heard out.
  final void close() throws SQLException {
    if (isComplete) {
      forget();
      return;
    }
    session.lockedWork(
        () -> {
          forget();
          if (!isComplete) {
            isDiscarding = true;
            isComplete = true;
            if (session.isOpen()) {
              abandon();
            }
          }
        });
  }
}
