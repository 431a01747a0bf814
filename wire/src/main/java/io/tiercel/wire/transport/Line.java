package io.tiercel.wire.transport;

import java.io.IOException;

/// What a session writes to and reads from: a channel to a server elsewhere ([Transport]), or the
/// server in whose process tree this code runs ([ExchangeLine]). Confined to one thread at a time,
/// except [#close()], [#wakeUp()] and [#isOpen()].
public sealed interface Line extends AutoCloseable permits Transport, ExchangeLine {
  /// Where it leads to, for messages to people.
  String destination();

  /// Reads what is there: the number of bytes, 0 if there are none now, -1 at the end.
  int read(byte[] to, int offset, int length) throws IOException;

  /// Reads what is there, or waits for it, for no longer than the limit from now on. Everything
  /// written must have left.
  ///
  /// @return the number of bytes, which may be 0; -1 at the end
  int awaitRead(byte[] to, int offset, int length, TimeLimit limit) throws IOException;

  /// Writes what is accepted now, and returns how many bytes that is.
  int write(byte[] from, int offset, int length) throws IOException;

  /// Everything that was sent has its answer, so the server has taken all of it.
  void answered();

  /// Whether everything written has left.
  boolean flush() throws IOException;

  /// Whether a read right after the last one may bring something without waiting.
  boolean mayHoldMore();

  /// Waits until there is something to read or room to write, for no longer than the limit from now
  /// on.
  void awaitReadableOrWritable(TimeLimit limit) throws IOException;

  /// Waits for input without failing when there is none; returns whether there is some.
  boolean isReadableWithin(long millis) throws IOException;

  /// Makes a wait by [#isReadableWithin(long)] return at once. For any thread.
  void wakeUp();

  /// Runs `work`, whose waits are not ended by interruption. If there was one, the flag of the
  /// thread is set when it is over.
  void deferInterruption(Runnable work);

  /// From here on, failures say whether anything was sent after this call.
  void beginWork();

  /// Whether anything was written since [#beginWork()].
  boolean hasSent();

  boolean isOpen();

  /// Closes the line and wakes up whoever waits for it. Idempotent, for any thread.
  @Override
  void close();
}
