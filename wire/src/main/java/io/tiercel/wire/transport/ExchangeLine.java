package io.tiercel.wire.transport;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.spi.MessageExchange;
import java.io.IOException;

/// A line to a [MessageExchange]: messages gather until an answer is wanted, and then leave
/// together. It never waits but in the exchange.
public final class ExchangeLine implements Line {
  private static final int KEPT_BYTES = 64 * 1024;

  private final MessageExchange exchange;
  private final WriteBuffer gathered = new WriteBuffer();
  private boolean sent;
  private volatile boolean closed;

  public ExchangeLine(MessageExchange exchange) {
    this.exchange = exchange;
  }

  @Override
  public String destination() {
    return exchange.toString();
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    refuseClosed();
    return exchange.hasReceived() ? exchange.receive(to, offset, length) : 0;
  }

  @Override
  public int awaitRead(byte[] to, int offset, int length, TimeLimit limit) throws IOException {
    refuseClosed();
    if (gathered.position() > 0) {
      exchange.send(gathered.array(), gathered.position());
      gathered.clear();
      gathered.shrink(KEPT_BYTES);
    }
    return exchange.receive(to, offset, length);
  }

  @Override
  public int write(byte[] from, int offset, int length) throws IOException {
    refuseClosed();
    gathered.putBytes(from, offset, length);
    sent |= length > 0;
    return length;
  }

  private void refuseClosed() throws IOException {
    if (closed) {
      throw new IOException("the connection was closed");
    }
  }

  @Override
  public void answered() {}

  @Override
  public boolean flush() {
    return true;
  }

  @Override
  public boolean mayHoldMore() {
    return exchange.hasReceived();
  }

  @Override
  public void awaitReadableOrWritable(TimeLimit limit) {}

  @Override
  public boolean isReadableWithin(long millis) {
    return exchange.hasReceived();
  }

  @Override
  public void wakeUp() {}

  @Override
  public void deferInterruption(Runnable work) {
    work.run();
  }

  @Override
  public void beginWork() {
    sent = false;
  }

  @Override
  public boolean hasSent() {
    return sent;
  }

  @Override
  public boolean isOpen() {
    return !closed;
  }

  /// What was gathered and not asked about, such as Terminate, is dropped.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      exchange.close();
    }
  }
}
