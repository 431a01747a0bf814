package io.tiercel.wire.spi;

import java.io.IOException;

/// A PostgreSQL session that is reached without a socket of its own: messages of the protocol, as a
/// client sends them after its start, for the answers. It waits for nobody but that session.
/// Confined to one thread at a time.
public interface MessageExchange {
  /// Sends whole messages, whose answers are to be received before the next are sent. The bytes
  /// belong to the caller again when this returns.
  ///
  /// @throws IOException if the session is out of reach
  void send(byte[] bytes, int length) throws IOException;

  /// Whether part of an answer is there, to be received without waiting.
  boolean hasReceived();

  /// Takes the next bytes of the answers, and waits for them if necessary.
  ///
  /// @return how many, at least one
  /// @throws IOException if there are no more: the answers to what was sent are complete
  int receive(byte[] to, int offset, int length) throws IOException;

  /// The client is done with it and sends nothing any more. For any thread.
  void close();
}
