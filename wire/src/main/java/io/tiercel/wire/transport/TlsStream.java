package io.tiercel.wire.transport;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// TLS over the channel, by the JDK's engine. It waits where the channel does.
///
/// `encryptedIn` and `decrypted` are always ready to be filled, `encryptedOut` always ready to be
/// drained.
final class TlsStream implements ByteStream {
  private final SocketChannel channel;
  private final SSLEngine engine;
  private final ByteBuffer encryptedIn;
  private final ByteBuffer encryptedOut;
  private final ByteBuffer decrypted;
  private boolean ended;
  private boolean emptied;

  TlsStream(SocketChannel channel, SSLEngine engine) throws SSLException {
    this.channel = channel;
    this.engine = engine;
    int packet = engine.getSession().getPacketBufferSize();
    encryptedIn = ByteBuffer.allocate(2 * packet);
    encryptedOut = ByteBuffer.allocate(2 * packet).limit(0);
    decrypted = ByteBuffer.allocate(2 * engine.getSession().getApplicationBufferSize());
    engine.beginHandshake();
  }

  /// Takes the handshake as far as it goes, on a channel that does not block without waiting.
  /// Returns whether it is over.
  boolean handshake() throws IOException {
    while (true) {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> engine.getDelegatedTask().run();
        case NEED_WRAP -> {
          if (!flush()) {
            return false;
          }
          wrap(ByteBuffer.allocate(0));
        }
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!flush() || !unwrap()) {
            return false;
          }
        }
        case FINISHED, NOT_HANDSHAKING -> {
          return flush();
        }
      }
    }
  }

  @Nullable X509Certificate serverCertificate() {
    try {
      return engine.getSession().getPeerCertificates()[0] instanceof X509Certificate certificate
          ? certificate
          : null;
    } catch (SSLException e) {
      return null;
    }
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    while (decrypted.position() == 0) {
      if (ended) {
        return -1;
      }
      if (!unwrap()) {
        emptied = true;
        return ended ? -1 : 0;
      }
      afterHandshake();
    }
    emptied = false;
    decrypted.flip();
    int count = Math.min(length, decrypted.remaining());
    decrypted.get(to, offset, count);
    decrypted.compact();
    return count;
  }

  /// A server may renew its keys or send a ticket at any time.
  private void afterHandshake() throws IOException {
    HandshakeStatus status = engine.getHandshakeStatus();
    if (status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED) {
      handshake();
    }
  }

  /// Decrypts one record. Returns whether there was a whole one.
  private boolean unwrap() throws IOException {
    encryptedIn.flip();
    SSLEngineResult result;
    try {
      result = engine.unwrap(encryptedIn, decrypted);
    } finally {
      encryptedIn.compact();
    }
    return switch (result.getStatus()) {
      case OK -> true;
      case BUFFER_OVERFLOW -> decrypted.position() > 0;
      case BUFFER_UNDERFLOW -> fill();
      case CLOSED -> {
        ended = true;
        yield false;
      }
    };
  }

  private boolean fill() throws IOException {
    int count = channel.read(encryptedIn);
    if (count < 0) {
      ended = true;
      if (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
        throw new EOFException("the server closed the connection during the TLS handshake");
      }
    }
    return count > 0;
  }

  @Override
  public int write(byte[] from, int offset, int length) throws IOException {
    ByteBuffer source = ByteBuffer.wrap(from, offset, length);
    while (source.hasRemaining() && flush()) {
      wrap(source);
    }
    flush();
    return source.position() - offset;
  }

  private void wrap(ByteBuffer source) throws SSLException {
    encryptedOut.clear();
    SSLEngineResult result = engine.wrap(source, encryptedOut);
    encryptedOut.flip();
    if (result.getStatus() == Status.CLOSED) {
      throw new SSLException("the TLS session is closed");
    }
  }

  @Override
  public boolean flush() throws IOException {
    while (encryptedOut.hasRemaining()) {
      if (channel.write(encryptedOut) == 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean mayHoldMore() {
    // Whole records may lie in the buffer, of which the selector knows nothing; only a read that
    // brought nothing proves that there are none.
    return !emptied;
  }
}
