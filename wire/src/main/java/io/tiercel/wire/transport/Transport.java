package io.tiercel.wire.transport;

import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.SqlState;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/// One channel and the ways to wait for it.
///
/// The thread that calls does all the work: it writes while the server accepts, reads while there
/// is something, and waits for either with a deadline. While a little was written and answers are
/// all there is to wait for, it waits in a blocking read; otherwise nothing blocks, and it waits at
/// a selector. Both park a virtual thread without pinning its carrier. Confined to one thread at a
/// time, except [#close()], which any thread may call to end a wait of another one.
public final class Transport implements Line {
  /// Sets the options of a TCP channel before it is connected.
  @FunctionalInterface
  public interface TcpOptions {
    void apply(SocketChannel channel) throws IOException;
  }

  private final Endpoint endpoint;
  private final SocketChannel channel;
  private final BlockingMode mode;
  private ByteStream stream;
  private @Nullable TlsStream tls;
  private boolean sent;

  /// How many bytes were written since everything was answered.
  private long underWay;

  private boolean defersInterruption;
  private boolean wasInterrupted;
  private @Nullable WatchedWait watchedWait;
  private volatile boolean closed;

  private Transport(Endpoint endpoint, SocketChannel channel) {
    this.endpoint = endpoint;
    this.channel = channel;
    mode = new BlockingMode(channel);
    stream = new PlainStream(channel);
  }

  /// Connects to the first address of the endpoint that accepts. Blocks until the deadline at the
  /// latest, besides resolving the name.
  ///
  /// @throws ConnectionException `08001` if nobody listens there
  public static Transport connect(Endpoint endpoint, TcpOptions options, Deadline deadline) {
    IOException failure = null;
    try {
      for (SocketAddress address : endpoint.addresses()) {
        try {
          return connect(endpoint, address, options, deadline);
        } catch (IOException | UnsupportedAddressTypeException e) {
          failure = new IOException(e.getMessage(), e);
        }
      }
    } catch (UnknownHostException e) {
      failure = new IOException("unknown host", e);
    }
    throw unreachable(endpoint, failure == null ? new IOException("no address") : failure);
  }

  private static Transport connect(
      Endpoint endpoint, SocketAddress address, TcpOptions options, Deadline deadline)
      throws IOException {
    boolean unix = address instanceof UnixDomainSocketAddress;
    SocketChannel channel =
        unix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
    var transport = new Transport(endpoint, channel);
    try {
      if (!unix) {
        options.apply(channel);
      }
      transport.connect(address, deadline);
      transport.mode.connected();
      return transport;
    } catch (IOException | RuntimeException e) {
      transport.close();
      throw e;
    }
  }

  private void connect(SocketAddress address, Deadline deadline) throws IOException {
    long left = deadline.remainingMillis();
    if (mayBlock(left)) {
      blockingConnect(address, deadline);
      return;
    }
    mode.requireNonBlocking();
    channel.connect(address);
    while (!channel.finishConnect()) {
      select(SelectionKey.OP_CONNECT, deadline);
    }
  }

  private void blockingConnect(SocketAddress address, Deadline deadline) throws IOException {
    WatchedWait wait = watchedWait();
    wait.begin(deadline.startNanos(), deadline.limit().millis());
    try {
      channel.connect(address);
      if (wait.end()) {
        throw deadline.exceeded(sent);
      }
    } catch (IOException e) {
      if (wait.end()) {
        throw deadline.exceeded(sent);
      }
      throw explained(e);
    }
  }

  private static ConnectionException unreachable(Endpoint endpoint, IOException cause) {
    return new ConnectionException(
        SqlState.CLIENT_UNABLE_TO_CONNECT,
        ("could not connect to PostgreSQL at %s: %s\n"
                + "Hint: is the server running there, and does it accept this kind of connection?")
            .formatted(endpoint, cause.getMessage()),
        false,
        cause);
  }

  /// Where this transport is connected to.
  public Endpoint endpoint() {
    return endpoint;
  }

  @Override
  public String destination() {
    return endpoint.toString();
  }

  /// Begins TLS on this connection. Blocks until the deadline at the latest. Nothing may have been
  /// read ahead: what an impostor injected before the handshake must not count as the server's.
  ///
  /// @throws ConnectionException if the handshake fails, for example on an untrusted certificate
  public void startTls(TlsSettings settings, Deadline deadline) {
    if (!(endpoint instanceof Endpoint.Tcp tcp)) {
      throw new IllegalStateException("TLS is for TCP only");
    }
    var engine = settings.newEngine(tcp.host(), tcp.port());
    try {
      var encrypted = new TlsStream(channel, engine);
      if (!blockingHandshake(encrypted, deadline)) {
        mode.requireNonBlocking();
        while (!encrypted.handshake()) {
          boolean reads = encrypted.flush();
          int operations =
              reads ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
          select(operations, deadline);
        }
      }
      tls = encrypted;
      stream = encrypted;
    } catch (IOException e) {
      close();
      throw new ConnectionException(
          SqlState.CLIENT_UNABLE_TO_CONNECT,
          ("could not agree on TLS with %s: %s\n"
                  + "Hint: check sslmode and sslrootcert; verify-full also checks the host name.")
              .formatted(endpoint, e.getMessage()),
          false,
          e);
    }
  }

  /// Both sides of a handshake write only what the other waits for, so nothing is lost by waiting
  /// for the one or the other. Returns whether it is over.
  private boolean blockingHandshake(TlsStream encrypted, Deadline deadline) throws IOException {
    if (!mode.isBlocking() || !mayBlock(deadline.remainingMillis())) {
      return false;
    }
    WatchedWait wait = watchedWait();
    wait.begin(deadline.startNanos(), deadline.limit().millis());
    try {
      boolean isOver = encrypted.handshake();
      if (wait.end()) {
        throw deadline.exceeded(sent);
      }
      return isOver;
    } catch (IOException e) {
      if (wait.end()) {
        throw deadline.exceeded(sent);
      }
      throw explained(e);
    }
  }

  public boolean isEncrypted() {
    return tls != null;
  }

  /// The certificate that the server showed; null without TLS.
  public @Nullable X509Certificate serverCertificate() {
    return tls == null ? null : tls.serverCertificate();
  }

  /// Reads what is there: the number of bytes, 0 if there are none now, -1 at the end.
  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    try {
      mode.requireNonBlocking();
      return stream.read(to, offset, length);
    } catch (ClosedChannelException e) {
      throw explained(e);
    }
  }

  /// Reads what is there, or waits for it, for no longer than the limit from now on. Everything
  /// written must have left.
  ///
  /// @return the number of bytes; 0 if what came is no whole TLS record, -1 at the end
  @Override
  public int awaitRead(byte[] to, int offset, int length, TimeLimit limit) throws IOException {
    return awaitRead(to, offset, length, limit, System.nanoTime(), limit.millis());
  }

  /// Reads what is there, or waits for it until the deadline. Everything written must have left.
  ///
  /// @return the number of bytes; 0 if what came is no whole TLS record, -1 at the end
  public int awaitRead(byte[] to, int offset, int length, Deadline deadline) throws IOException {
    return awaitRead(
        to, offset, length, deadline.limit(), deadline.startNanos(), deadline.remainingMillis());
  }

  private int awaitRead(
      byte[] to, int offset, int length, TimeLimit limit, long startNanos, long millis)
      throws IOException {
    try {
      if (!mayBlock(millis)) {
        mode.requireNonBlocking();
      } else if (mode.prefersBlocking()) {
        return blockingRead(to, offset, length, limit, startNanos);
      }
      if (!stream.mayHoldMore()) {
        select(SelectionKey.OP_READ, limit, startNanos);
      }
      return stream.read(to, offset, length);
    } catch (ClosedChannelException e) {
      throw explained(e);
    }
  }

  private boolean mayBlock(long millis) {
    return millis >= WatchedWait.MIN_MILLIS && mayBlock();
  }

  /// Interruption closes a channel that blocks, before anything could be done about it.
  private boolean mayBlock() {
    return !defersInterruption && !Thread.currentThread().isInterrupted();
  }

  private int blockingRead(byte[] to, int offset, int length, TimeLimit limit, long startNanos)
      throws IOException {
    WatchedWait wait = watchedWait();
    wait.begin(startNanos, limit.millis());
    try {
      int count = stream.read(to, offset, length);
      if (wait.end()) {
        throw limit.exceeded(startNanos, sent);
      }
      return count;
    } catch (IOException e) {
      if (wait.end()) {
        throw limit.exceeded(startNanos, sent);
      }
      throw explained(e);
    }
  }

  /// Writes what is accepted now, and returns how many bytes that is.
  @Override
  public int write(byte[] from, int offset, int length) throws IOException {
    try {
      if (mode.isBlocking() && !(mayBlock() && mode.hasRoomFor(underWay + length))) {
        mode.requireNonBlocking();
      }
      int written = stream.write(from, offset, length);
      sent |= written > 0;
      underWay += written;
      return written;
    } catch (ClosedChannelException e) {
      // Those that interruption closes say so even after they have written.
      sent |= e instanceof ClosedByInterruptException;
      throw explained(e);
    }
  }

  /// Everything that was sent has its answer, so the server has taken all of it.
  @Override
  public void answered() {
    underWay = 0;
  }

  /// Whether everything written has left; false while TLS still holds some of it.
  @Override
  public boolean flush() throws IOException {
    return stream.flush();
  }

  /// Whether a read right after the last one may bring something without waiting.
  @Override
  public boolean mayHoldMore() {
    return stream.mayHoldMore();
  }

  /// Waits until there is something to read or room to write.
  public void awaitReadableOrWritable(Deadline deadline) throws IOException {
    select(SelectionKey.OP_READ | SelectionKey.OP_WRITE, deadline);
  }

  /// Waits until there is something to read or room to write, for no longer than the limit from now
  /// on.
  @Override
  public void awaitReadableOrWritable(TimeLimit limit) throws IOException {
    select(SelectionKey.OP_READ | SelectionKey.OP_WRITE, limit, System.nanoTime());
  }

  /// Waits for input without failing when there is none; returns whether there is some.
  @Override
  public boolean isReadableWithin(long millis) throws IOException {
    refuseClosed();
    try {
      boolean readable = mode.selectUnlessWoken(SelectionKey.OP_READ, Math.max(1, millis));
      refuseInterruption();
      return readable;
    } catch (ClosedSelectorException | CancelledKeyException e) {
      throw closedElsewhere(e);
    }
  }

  /// Makes a wait by [#isReadableWithin(long)] return at once. For any thread.
  @Override
  public void wakeUp() {
    mode.wakeUp();
  }

  private void select(int operations, Deadline deadline) throws IOException {
    select(operations, deadline.limit(), deadline.startNanos());
  }

  private void select(int operations, TimeLimit limit, long startNanos) throws IOException {
    // A selector may wake up a little early. Returning then would make the caller start a new
    // deadline, and a silent server would be waited for many times over.
    long left;
    do {
      left = limit.remainingMillis(startNanos);
      if (left == 0) {
        throw limit.exceeded(startNanos, sent);
      }
    } while (!trySelect(operations, left));
  }

  private boolean trySelect(int operations, long millis) throws IOException {
    refuseClosed();
    try {
      boolean watched = millis >= WatchedWait.MIN_MILLIS && Thread.currentThread().isVirtual();
      boolean ready = watched ? watchedSelect(operations, millis) : mode.select(operations, millis);
      refuseInterruption();
      return ready;
    } catch (ClosedSelectorException | CancelledKeyException e) {
      throw closedElsewhere(e);
    }
  }

  private boolean watchedSelect(int operations, long millis) throws IOException {
    WatchedWait wait = watchedWait();
    wait.begin(System.nanoTime(), millis);
    try {
      return mode.select(operations, 0);
    } finally {
      wait.end();
    }
  }

  private WatchedWait watchedWait() {
    WatchedWait known = watchedWait;
    if (known == null) {
      known = WatchedWait.of(new EndedWait());
      watchedWait = known;
    }
    return known;
  }

  /// How the watcher ends a wait.
  private final class EndedWait implements WatchedWait.Waited {
    @Override
    public boolean isOpen() {
      return Transport.this.isOpen();
    }

    @Override
    public void endWait() {
      // The thread that waits has set the mode before it began.
      if (mode.isBlocking()) {
        close();
      } else {
        mode.endSelect();
      }
    }
  }

  private void refuseClosed() throws IOException {
    if (closed) {
      throw closedElsewhere(null);
    }
  }

  private static IOException closedElsewhere(@Nullable Exception cause) {
    return new IOException("the connection was closed by another thread", cause);
  }

  /// What a failure of a blocking channel comes from.
  private IOException explained(IOException failure) {
    return switch (failure) {
      case ClosedByInterruptException e -> {
        close();
        throw interrupted(e);
      }
      case ClosedChannelException e -> closedElsewhere(e);
      default -> failure;
    };
  }

  private void refuseInterruption() {
    // The flag stays set for the caller. Half an answer may be on its way, so the connection
    // cannot be kept.
    if (Thread.currentThread().isInterrupted()) {
      if (defersInterruption) {
        // With the flag set, no wait would wait.
        wasInterrupted = Thread.interrupted();
        return;
      }
      close();
      throw interrupted(null);
    }
  }

  private ConnectionException interrupted(@Nullable Exception cause) {
    return new ConnectionException(
        SqlState.CONNECTION_FAILURE,
        "interrupted while waiting for the server: the connection is closed\n"
            + "Hint: call Connection.cancel() to end a statement and keep the connection.",
        sent,
        cause);
  }

  /// Runs `work`, whose waits are not ended by interruption. If there was one, the flag of the
  /// thread is set when it is over.
  @Override
  public void deferInterruption(Runnable work) {
    defersInterruption = true;
    try {
      work.run();
    } finally {
      defersInterruption = false;
      if (wasInterrupted) {
        wasInterrupted = false;
        Thread.currentThread().interrupt();
      }
    }
  }

  /// From here on, failures say whether anything was sent after this call.
  @Override
  public void beginWork() {
    sent = false;
  }

  /// Whether anything was written since [#beginWork()].
  @Override
  public boolean hasSent() {
    return sent;
  }

  @Override
  public boolean isOpen() {
    return !closed;
  }

  /// Closes the channel and wakes up whoever waits for it. Idempotent, for any thread.
  @Override
  public void close() {
    closed = true;
    mode.close();
  }
}
