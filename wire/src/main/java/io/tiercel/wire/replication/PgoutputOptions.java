package io.tiercel.wire.replication;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What a logical stream is to bring: the options of `pgoutput`. Immutable; every method returns a
/// copy, and raises the protocol version to what it needs.
///
/// @param protocolVersion 1; 2 streams transactions in progress (14), 3 knows two-phase commit
///     (15),
///     4 tells more of aborts for parallel streaming (16)
/// @param binary whether values come in the types' binary format where they have one
/// @param messages whether `pg_logical_emit_message` is sent
/// @param originNone whether only changes without an origin are sent (16): none that were
///     replicated to that server
public record PgoutputOptions(
    int protocolVersion,
    List<String> publications,
    boolean binary,
    boolean messages,
    Streaming streaming,
    boolean twoPhase,
    boolean originNone) {
  private static final int LATEST = 4;

  /// Whether large transactions are sent before they end.
  public enum Streaming {
    OFF,
    ON,
    /// As ON, and aborts come with their position and time (16).
    PARALLEL
  }

  public PgoutputOptions {
    publications = List.copyOf(publications);
    if (publications.isEmpty() || protocolVersion < 1 || protocolVersion > LATEST) {
      throw new UsageException(
          SqlState.INVALID_PARAMETER_VALUE,
          "pgoutput takes a publication and a protocol version from 1 to %d, got %s and %d"
              .formatted(LATEST, publications, protocolVersion));
    }
  }

  /// Texts of whole transactions, in the order of their commits.
  public static PgoutputOptions of(String... publications) {
    return new PgoutputOptions(1, List.of(publications), false, false, Streaming.OFF, false, false);
  }

  public PgoutputOptions withProtocolVersion(int version) {
    return new PgoutputOptions(
        version, publications, binary, messages, streaming, twoPhase, originNone);
  }

  public PgoutputOptions withBinary() {
    return new PgoutputOptions(
        protocolVersion, publications, true, messages, streaming, twoPhase, originNone);
  }

  public PgoutputOptions withMessages() {
    return new PgoutputOptions(
        protocolVersion, publications, binary, true, streaming, twoPhase, originNone);
  }

  public PgoutputOptions withStreaming(Streaming value) {
    int needed = value == Streaming.OFF ? 1 : value == Streaming.ON ? 2 : LATEST;
    return new PgoutputOptions(
        Math.max(protocolVersion, needed),
        publications,
        binary,
        messages,
        value,
        twoPhase,
        originNone);
  }

  public PgoutputOptions withTwoPhase() {
    return new PgoutputOptions(
        Math.max(protocolVersion, 3), publications, binary, messages, streaming, true, originNone);
  }

  public PgoutputOptions withOriginNone() {
    return new PgoutputOptions(
        protocolVersion, publications, binary, messages, streaming, twoPhase, true);
  }

  /// The options as START_REPLICATION takes them.
  String text() {
    String names = publications.stream().map(Names::identifier).collect(Collectors.joining(","));
    var text =
        new StringBuilder(
            "proto_version '%d', publication_names %s"
                .formatted(protocolVersion, Names.literal(names)));
    if (binary) {
      text.append(", binary 'on'");
    }
    if (messages) {
      text.append(", messages 'on'");
    }
    if (streaming != Streaming.OFF) {
      text.append(", streaming '%s'".formatted(streaming.name().toLowerCase(Locale.ROOT)));
    }
    if (twoPhase) {
      text.append(", two_phase 'on'");
    }
    if (originNone) {
      text.append(", origin 'none'");
    }
    return text.toString();
  }
}
