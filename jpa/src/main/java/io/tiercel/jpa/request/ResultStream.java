package io.tiercel.jpa.request;

import io.tiercel.jpa.session.Limits;
import io.tiercel.jpa.unit.ManagerState;
import jakarta.persistence.PersistenceException;
import java.util.ArrayDeque;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// A result read a chunk at a time. Chunks start small, so that the first row is
/// here soon, and grow while they are asked for. Confined to one thread.
final class ResultStream<X> extends Spliterators.AbstractSpliterator<X> implements AutoCloseable {
  private static final int FIRST_CHUNK = 64;
  private static final int MAX_CHUNK = 8_192;

  private final ManagerState state;
  private final Limits limits;
  private final RowChunks chunks;
  private final ResultRows rows;
  private final ArrayDeque<@Nullable Object[]> chunk = new ArrayDeque<>();
  private int nextChunk = FIRST_CHUNK;
  private boolean more = true;
  private boolean closed;

  private ResultStream(
      ManagerState state, Limits limits, QuerySource.Statement statement, ResultRows rows) {
    super(Long.MAX_VALUE, Spliterator.ORDERED);
    this.state = state;
    this.limits = limits;
    this.rows = rows;
    this.chunks =
        state.session().isActive() && isLimited(state, limits)
            ? new CursorChunks(state.session(), statement, limits)
            : new PortalChunks(state.session(), statement, limits);
  }

  /// Whether time is limited, by the query or by its transaction.
  static boolean isLimited(ManagerState state, Limits limits) {
    return limits.areSet() || state.session().isTimed();
  }

  /// The stream; it gives its connection back when it is read to its end or closed.
  ///
  /// @param limits what the reading of a chunk may take
  static <X> Stream<X> open(
      ManagerState state, Limits limits, QuerySource.Statement statement, ResultRows rows) {
    ResultStream<X> source = new ResultStream<>(state, limits, statement, rows);
    return StreamSupport.stream(source, false).onClose(source::close);
  }

  @Override
  @SuppressWarnings("unchecked") // the shape makes what the result class asks for
  public boolean tryAdvance(Consumer<? super X> action) {
    // A chunk is empty when all of it was left out.
    while (chunk.isEmpty() && more && !closed) {
      more = state.guard(this::fetch);
    }
    @Nullable Object[] next = chunk.poll();
    if (next == null) {
      close();
      return false;
    }
    action.accept((X) next[0]);
    return true;
  }

  private boolean fetch() {
    if (!chunks.isUsable()) {
      close();
      throw new PersistenceException(
          "cannot read on: the transaction or the EntityManager of this result has ended\n"
              + "Hint: read the stream to its end before, or call getResultList.");
    }
    // A deque cannot hold null, a result can.
    boolean rowsFollow =
        chunks.fetch(nextChunk, row -> chunk.add(new @Nullable Object[] {rows.read(row)}));
    nextChunk = Math.min(MAX_CHUNK, nextChunk * 2);
    state
        .session()
        .within(
            limits,
            () -> {
              rows.complete();
              rows.leaveOut(chunk);
              return true;
            });
    return rowsFollow;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    // Else it ended with its transaction; the connection may have another owner already.
    if (chunks.isUsable()) {
      chunks.close();
    }
  }
}
