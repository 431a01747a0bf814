package io.tiercel.lab.bench.raw;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.exception.ScramException;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.wire.buffer.WriteBuffer;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/// A blocking socket that frames messages: no TLS, no cancel, no caching, and an error ends it.
/// The caller writes messages into [#out], sends them with [#send] and steps through the answers
/// with [#next]. Confined to one thread.
final class RawConnection implements Closeable {
  private static final int PROTOCOL_3_0 = 196_608;
  private static final int SASL = 10;
  private static final int SASL_CONTINUE = 11;
  private static final int SASL_FINAL = 12;
  private static final int READ_TIMEOUT_MILLIS = 120_000;

  private final Socket socket;
  private final WriteBuffer out = new WriteBuffer(64 * 1024);
  private ByteBuffer in = ByteBuffer.allocate(64 * 1024).flip();
  private int end;

  RawConnection(Endpoint endpoint) throws IOException {
    socket = new Socket(endpoint.host(), endpoint.port());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    int start = out.position();
    out.putInt(0).putInt(PROTOCOL_3_0);
    out.putCString("user").putCString(endpoint.user());
    out.putCString("database").putCString(endpoint.database()).putByte(0);
    out.setInt(start, out.position() - start);
    send();
    authenticate(endpoint);
  }

  /// Where messages are written before they are sent.
  WriteBuffer out() {
    return out;
  }

  /// Begins a message and returns where, for [#end].
  int begin(char type) {
    out.putByte(type);
    int start = out.position();
    out.putInt(0);
    return start;
  }

  /// Ends the message that began at `start`.
  void end(int start) {
    out.setInt(start, out.position() - start);
  }

  void sync() {
    end(begin('S'));
  }

  /// Parse of a named statement; parameter types are left to the server.
  void parse(String name, String sql) {
    int start = begin('P');
    out.putCString(name).putCString(sql).putShort(0);
    end(start);
  }

  /// Execute of the unnamed portal, all rows.
  void execute() {
    int start = begin('E');
    out.putByte(0).putInt(0);
    end(start);
  }

  /// Sends what has been written.
  void send() throws IOException {
    socket.getOutputStream().write(out.array(), 0, out.position());
    out.clear();
  }

  /// Reads to the next message and returns its type; [#body] stands at its body then.
  ///
  /// @throws IOException also when the message is an ErrorResponse
  char next() throws IOException {
    in.position(end);
    require(5);
    int start = in.position();
    int length = in.getInt(start + 1);
    require(1 + length);
    start = in.position();
    char type = (char) in.get(start);
    end = start + 1 + length;
    in.position(start + 5);
    if (type == 'E') {
      throw new IOException("server said: " + errorText());
    }
    return type;
  }

  /// The body of the current message starts at this buffer's position.
  ByteBuffer body() {
    return in;
  }

  /// Skips to ReadyForQuery and returns how many messages of `type` came before it.
  int awaitReady(char type) throws IOException {
    int count = 0;
    for (char next = next(); next != 'Z'; next = next()) {
      count += next == type ? 1 : 0;
    }
    return count;
  }

  private void require(int bytes) throws IOException {
    if (in.remaining() >= bytes) {
      return;
    }
    if (in.capacity() < bytes) {
      in = ByteBuffer.allocate(bytes * 2).put(in).flip();
    }
    in.compact();
    while (in.position() < bytes) {
      int n = socket.getInputStream().read(in.array(), in.position(), in.remaining());
      if (n < 0) {
        throw new EOFException("the server hung up");
      }
      in.position(in.position() + n);
    }
    in.flip();
  }

  private String errorText() {
    var text = new StringBuilder();
    for (byte field = in.get(); field != 0; field = in.get()) {
      var value = cString();
      if (field == 'C' || field == 'M') {
        text.append(value).append(' ');
      }
    }
    return text.toString();
  }

  private String cString() {
    int start = in.position();
    while (in.get() != 0) {}
    return new String(in.array(), start, in.position() - 1 - start, StandardCharsets.UTF_8);
  }

  private void authenticate(Endpoint endpoint) throws IOException {
    for (char type = next(); type != 'Z'; type = next()) {
      if (type == 'R') {
        int method = in.getInt();
        switch (method) {
          case 0 -> {}
          case SASL -> exchangeScram(endpoint);
          default ->
              throw new IOException("authentication method %d is not known here".formatted(method));
        }
      }
    }
  }

  private void exchangeScram(Endpoint endpoint) throws IOException {
    try {
      var scram = firstMessage(endpoint);
      requireStep(SASL_CONTINUE);
      finalMessage(scram);
      requireStep(SASL_FINAL);
      scram.serverFinalMessage(text(end - in.position()));
    } catch (ScramException e) {
      throw new IOException("SCRAM authentication failed", e);
    }
  }

  private void requireStep(int code) throws IOException {
    char type = next();
    if (type != 'R' || in.getInt() != code) {
      throw new IOException("the server left the SCRAM exchange with message " + type);
    }
  }

  private ScramClient firstMessage(Endpoint endpoint) throws IOException {
    var mechanisms = new ArrayList<String>();
    for (var name = cString(); !name.isEmpty(); name = cString()) {
      mechanisms.add(name);
    }
    var scram =
        ScramClient.builder()
            .advertisedMechanisms(mechanisms)
            .username("*")
            .password(endpoint.password().toCharArray())
            .build();
    var first = scram.clientFirstMessage().toString();
    int start = begin('p');
    out.putCString(scram.getScramMechanism().getName()).putInt(first.length()).putUtf8(first);
    end(start);
    send();
    return scram;
  }

  private void finalMessage(ScramClient scram) throws IOException, ScramException {
    scram.serverFirstMessage(text(end - in.position()));
    int start = begin('p');
    out.putUtf8(scram.clientFinalMessage().toString());
    end(start);
    send();
  }

  /// The next `length` bytes of the body as text; the body's position moves behind them.
  String text(int length) {
    var text = new String(in.array(), in.position(), length, StandardCharsets.UTF_8);
    in.position(in.position() + length);
    return text;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
