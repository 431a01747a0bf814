package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.follow.PermanentSlot.Start;
import io.tiercel.cache.guard.Catalog;
import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.cache.guard.DdlTriggers;
import io.tiercel.cache.guard.NoStreamException;
import io.tiercel.cache.guard.Obstacle;
import io.tiercel.cache.guard.ObstacleException;
import io.tiercel.cache.guard.Publication;
import io.tiercel.cache.guard.Requirements;
import io.tiercel.cache.guard.TableName;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.replication.CreatedSlot;
import io.tiercel.wire.replication.LogicalMessage;
import io.tiercel.wire.replication.LogicalStream;
import io.tiercel.wire.replication.Lsn;
import io.tiercel.wire.replication.PgoutputOptions;
import io.tiercel.wire.replication.ReplicationConnection;
import io.tiercel.wire.replication.SlotDefinition;
import io.tiercel.wire.replication.StreamSettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One unbroken stretch of following: three connections, a temporary slot, and what runs beside the
/// stream.
final class Following implements Stretch {
  private static final Logger LOG = System.getLogger(Following.class.getName());
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration DEFAULT_SENDER_TIMEOUT = Duration.ofSeconds(60);

  private static final String SENDER_TIMEOUT =
      "select setting from pg_catalog.pg_settings where name = 'wal_sender_timeout'";

  private final FollowerSettings settings;
  private final Coherence coherence;
  private final List<FollowedTable<?>> tables;
  private final Notices told;
  private final Connection settling;
  private final Connection probing;
  private final ReplicationConnection replication;
  private final DatabaseIdentity identity;

  /// Connects. Blocks.
  ///
  /// @param told what is in the way of single tables, as far as that was logged already
  /// @throws ObstacleException if the server is not one to be followed
  /// @throws io.tiercel.wire.error.WireException if that is not possible
  Following(
      FollowerSettings settings, Coherence coherence, List<FollowedTable<?>> tables, Notices told) {
    this.told = told;
    this.settings = settings;
    this.coherence = coherence;
    this.tables = tables;
    ConnectionConfig config = settings.connection();
    settling = Connection.open(config);
    try {
      Requirements.check(settling);
      identity = DatabaseIdentity.of(settling);
      probing = Connection.open(config);
      try {
        replication = replication(config);
      } catch (RuntimeException e) {
        probing.close();
        throw e;
      }
    } catch (RuntimeException e) {
      settling.close();
      throw e;
    }
  }

  private static ReplicationConnection replication(ConnectionConfig config) {
    try {
      return ReplicationConnection.logical(config);
    } catch (WireException e) {
      throw Obstacle.isOfRole(e) ? new NoStreamException(Obstacle.of(e, config.user())) : e;
    }
  }

  @Override
  public DatabaseIdentity identity() {
    return identity;
  }

  @Override
  public void follow(BooleanSupplier isWanted, Runnable onStream) throws InterruptedException {
    requireOneServer();
    var publication = new Publication(settings.publication());
    List<TableName> names = FollowedTable.names(tables);
    if (settings.prepares()) {
      publication.complete(settling, names);
    }
    if (settings.createsTriggers()) {
      tellOf(DdlTriggers.complete(settling));
    }
    Duration senderTimeout = senderTimeout();
    PermanentSlot permanent = permanentSlot();
    Start start = permanent == null ? temporarySlot() : permanent.take(probing, replication);
    Survivors survivors = survivors(permanent);
    if (survivors != null
        && survivors.open(settling, identity, start.isResumed() ? start.position() : null)) {
      LOG.log(Level.DEBUG, () -> "%s goes on from %s".formatted(start.name(), start.position()));
    }
    var watch =
        new CatalogWatch(
            probing,
            asked -> Catalog.load(asked, publication, names),
            "publication \"%s\"".formatted(publication.name()),
            tables,
            told);
    if (!watch.isPublished()) {
      throw new ObstacleException(
          new Obstacle(
              "there is no publication \"%s\"".formatted(settings.publication()),
              publication.statements(names)));
    }
    try (LogicalStream stream =
        replication.startLogical(
            start.name(),
            start.position(),
            options(),
            streamSettings(senderTimeout, permanent != null))) {
      StreamSession session =
          coherence.prepare(
              start.position().value(),
              currentTransaction(settling),
              start.isResumed() ? flushed(settling) : start.position().value());
      if (survivors != null) {
        survivors.begin(session);
      }
      coherence.follow(session);
      onStream.run();
      Settler settler = Settler.start(session, settling);
      Prober prober = Prober.start(settings, session, probing, watch, tables, permanent);
      try {
        run(
            isWanted,
            new Running(stream, session, settler, prober, watch, senderTimeout, survivors));
      } finally {
        // Before anything else: whatever else is done here takes its time.
        coherence.lost();
        settling.abort();
        probing.abort();
        settler.close();
        prober.close();
        if (survivors != null) {
          stream.confirm(new Lsn(survivors.secure(session)));
        }
        if (stream.silence().compareTo(settings.grace()) > 0) {
          replication.connection().abort();
        }
      }
    }
  }

  private void tellOf(@Nullable Obstacle triggers) {
    if (triggers != null && told.isNews(DdlTriggers.class, triggers)) {
      LOG.log(
          Level.INFO,
          () -> "the cache of database %s: %s".formatted(identity.database(), triggers));
    }
  }

  /// Several hosts in the configuration may lead to several servers, and the snapshots of one say
  /// nothing of the stream of another.
  private void requireOneServer() {
    DatabaseIdentity other = DatabaseIdentity.of(probing);
    DatabaseIdentity streamed = DatabaseIdentity.of(replication.connection());
    if (!other.equals(identity) || !streamed.equals(identity)) {
      throw new ObstacleException(
          new Obstacle(
              "the cache's connections lead to different servers",
              "give it one host, or several and targetServerType=primary"));
    }
  }

  private record Running(
      LogicalStream stream,
      StreamSession session,
      Settler settler,
      Prober prober,
      CatalogWatch watch,
      Duration senderTimeout,
      @Nullable Survivors survivors) {}

  private void run(BooleanSupplier isWanted, Running on) {
    var assembler = new TransactionAssembler(tables);
    Lsn known = Lsn.ZERO;
    long asked = 0;
    while (isWanted.getAsBoolean() && !on.stream().isEnded()) {
      check(on);
      if (on.survivors() != null) {
        on.stream().confirm(new Lsn(on.survivors().secure(on.session())));
      }
      long askedNow = on.stream().replyRequests();
      if (askedNow != asked) {
        // It may be stopping, and wait for a slot whose position stays where its anchor is: that
        // the other connections are gone ends the stream.
        asked = askedNow;
        on.prober().probeNow();
      }
      LogicalMessage message = on.stream().next(LOOK, known);
      if (message == null) {
        known = on.stream().acknowledged();
        on.session().advance(known.value());
        continue;
      }
      CommittedTransaction committed = assembler.take(message);
      if (committed != null) {
        apply(committed, on);
      }
      acknowledge(message, committed, on.stream());
    }
  }

  private void check(Running on) {
    on.settler().check();
    on.prober().check();
    on.watch().requireWhole();
    if (on.stream().silence().compareTo(on.senderTimeout()) > 0
        && on.prober().isOverdue(on.senderTimeout().toNanos())) {
      throw new ConnectionException(
          SqlState.CONNECTION_FAILURE,
          "the server has said nothing on the stream for " + on.senderTimeout(),
          true,
          null);
    }
  }

  private static void apply(CommittedTransaction committed, Running on) {
    if (committed.changesDefinitions()) {
      on.watch().announced(committed.lsn());
    }
    if (committed.anchor() != null && on.survivors() != null) {
      on.survivors().anchored(on.session(), committed.anchor(), committed.begin());
    }
    on.session().apply(committed.xid(), committed.lsn(), committed.changes());
    if (committed.changesDefinitions()) {
      on.prober().wakeUp();
    }
  }

  /// Nothing has to come again: the slot goes with the connection. What ends no transaction is
  /// acknowledged too where it may stand alone, for keepalives to count.
  private static void acknowledge(
      LogicalMessage message, @Nullable CommittedTransaction committed, LogicalStream stream) {
    if (committed != null) {
      stream.acknowledge(new Lsn(committed.lsn()));
    } else if (message instanceof LogicalMessage.StreamStop
        || message instanceof LogicalMessage.StreamAbort
        || (message instanceof LogicalMessage.Message told && !told.isTransactional())) {
      stream.acknowledge(stream.position());
    }
  }

  private PgoutputOptions options() {
    return PgoutputOptions.of(settings.publication())
        .withMessages()
        .withStreaming(PgoutputOptions.Streaming.ON);
  }

  private static StreamSettings streamSettings(Duration senderTimeout, boolean confirmsApart) {
    Duration third = senderTimeout.dividedBy(3);
    Duration usual = StreamSettings.DEFAULT.statusInterval();
    return new StreamSettings(
        third.compareTo(usual) < 0 ? third : usual,
        StreamSettings.DEFAULT.maxBufferedBytes(),
        confirmsApart);
  }

  /// The server speaks at least twice in that time, whatever it is busy with.
  private Duration senderTimeout() {
    Duration set = Duration.ofMillis(Long.parseLong(text(SENDER_TIMEOUT)));
    return set.isZero() ? DEFAULT_SENDER_TIMEOUT : set;
  }

  private String text(String sql) {
    return Objects.requireNonNull(settling.simpleQuery(sql).getFirst().getFirst());
  }

  /// Null for none.
  private @Nullable PermanentSlot permanentSlot() {
    SlotSettings wanted = settings.slot();
    return wanted == null ? null : PermanentSlot.of(wanted, probing, told);
  }

  private @Nullable Survivors survivors(@Nullable PermanentSlot permanent) {
    SlotSettings wanted = settings.slot();
    return permanent == null || wanted == null ? null : wanted.survivors();
  }

  private Start temporarySlot() {
    CreatedSlot slot = replication.createSlot(SlotDefinition.temporary(slotName()));
    return new Start(slot.name(), slot.consistentPoint(), false);
  }

  private static long flushed(Connection connection) {
    return Lsn.parse(
            Objects.requireNonNull(
                connection
                    .simpleQuery("select pg_catalog.pg_current_wal_flush_lsn()")
                    .getFirst()
                    .getFirst()))
        .value();
  }

  private static String slotName() {
    return "tiercel_" + UUID.randomUUID().toString().replace("-", "");
  }

  /// The id of a transaction that begins now.
  private static long currentTransaction(Connection connection) {
    return Long.parseLong(
        Objects.requireNonNull(
            connection
                .simpleQuery("select pg_catalog.pg_current_xact_id()")
                .getFirst()
                .getFirst()));
  }

  @Override
  public void abort() {
    replication.connection().abort();
    settling.abort();
    probing.abort();
  }

  @Override
  public void close() {
    replication.close();
    probing.close();
    settling.close();
  }
}
