package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.coherence.Suspension;
import io.tiercel.wire.Connection;
import io.tiercel.wire.replication.Lsn;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Proves again and again that the stream is up to date: what the primary says to be the end of its
/// log, the stream comes to. Where it does not by itself, as nothing is flushed or sent, a
/// transaction without any change pushes it. A stream that does not come there in time is not
/// trusted until it does. In between, the definitions of the tables are looked up.
final class Prober {
  private static final String PUSH =
      "select pg_catalog.pg_logical_emit_message(true, 'tiercel.probe', '')";

  /// How long the stream may take to come there by itself.
  private static final long PATIENCE = 20_000_000;

  /// Changes of definitions that are announced are looked up all the same with each such probe, and
  /// what a permanent slot may cost.
  private static final int RARELY = 10;

  private final FollowerSettings settings;
  private final StreamSession session;
  private final Connection connection;
  private final CatalogWatch watch;
  private final List<FollowedTable<?>> tables;
  private final @Nullable PermanentSlot slot;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition woken = lock.newCondition();
  private volatile boolean closing;
  private volatile boolean isAsked;
  private volatile @Nullable RuntimeException failure;

  /// The probe under way; null between two.
  private volatile @Nullable Probe probe;

  /// @param sent by [System#nanoTime], before the server was asked
  /// @param place of before as well
  private record Probe(long sent, long place, long target, boolean isPushed) {
    Probe pushed() {
      return new Probe(sent, place, target, true);
    }
  }

  private Prober(
      FollowerSettings settings,
      StreamSession session,
      Connection connection,
      CatalogWatch watch,
      List<FollowedTable<?>> tables,
      @Nullable PermanentSlot slot) {
    this.slot = slot;
    this.settings = settings;
    this.session = session;
    this.connection = connection;
    this.watch = watch;
    this.tables = tables;
    thread = Thread.ofVirtual().name("tiercel-prober").unstarted(this::run);
  }

  static Prober start(
      FollowerSettings settings,
      StreamSession session,
      Connection connection,
      CatalogWatch watch,
      List<FollowedTable<?>> tables,
      @Nullable PermanentSlot slot) {
    var prober = new Prober(settings, session, connection, watch, tables, slot);
    prober.thread.start();
    return prober;
  }

  private void run() {
    try {
      // A probe that waited for a standby would prove nothing more.
      connection.script("set synchronous_commit = local");
      work();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private void work() throws InterruptedException {
    long nextProbe = System.nanoTime();
    long nextLook = System.nanoTime() + lookPeriod();
    long nextWatch = System.nanoTime();
    while (!closing) {
      if (watch.isToCheck()) {
        watch.check(session, connection, PATIENCE);
      }
      if (System.nanoTime() - nextLook >= 0) {
        var unused = watch.look(session, connection);
        nextLook = System.nanoTime() + lookPeriod();
      }
      if (slot != null && System.nanoTime() - nextWatch >= 0) {
        slot.watch(connection);
        nextWatch = System.nanoTime() + RARELY * settings.probePeriod().toNanos();
      }
      Probe now = probe;
      if (now != null) {
        follow(now);
      } else if (isAsked || System.nanoTime() - nextProbe >= 0) {
        isAsked = false;
        probe = sent();
        nextProbe = System.nanoTime() + settings.probePeriod().toNanos();
      } else {
        sleepUntil(Math.min(nextProbe - System.nanoTime(), nextLook - System.nanoTime()));
      }
    }
  }

  private long lookPeriod() {
    long period = settings.probePeriod().toNanos();
    return watch.isAnnounced() ? RARELY * period : period;
  }

  private Probe sent() {
    long sent = System.nanoTime();
    long place = session.placeSnapshot();
    String position =
        connection
            .simpleQuery("select pg_catalog.pg_current_wal_insert_lsn()")
            .getFirst()
            .getFirst();
    return new Probe(sent, place, Lsn.parse(Objects.requireNonNull(position)).value(), false);
  }

  private void follow(Probe now) throws InterruptedException {
    if (session.awaitApplied(now.target(), PATIENCE)) {
      session.proved(now.sent(), now.place());
      tables.forEach(table -> table.region().resume(Suspension.SILENCE));
      probe = null;
      return;
    }
    if (!now.isPushed()) {
      probe = now.pushed();
      connection.script(PUSH);
    }
    if (isOverdue(settings.grace().toNanos())) {
      tables.forEach(table -> table.region().suspend(Suspension.SILENCE));
    }
  }

  private void sleepUntil(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (!closing && !isAsked && !watch.isToCheck() && left > 0) {
        left = woken.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Changes of definitions were announced.
  void wakeUp() {
    lock.lock();
    try {
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// The next probe is due, be it for no more than whether the server still answers.
  void probeNow() {
    isAsked = true;
    wakeUp();
  }

  /// Whether a probe has waited for longer than that.
  boolean isOverdue(long nanos) {
    Probe now = probe;
    return now != null && System.nanoTime() - now.sent() > nanos;
  }

  /// Throws what has ended it, if anything has.
  void check() {
    RuntimeException cause = failure;
    if (cause != null && !closing) {
      throw cause;
    }
  }

  /// Ends it; its connection must be closed already, or answer.
  void close() throws InterruptedException {
    closing = true;
    wakeUp();
    thread.join();
  }
}
