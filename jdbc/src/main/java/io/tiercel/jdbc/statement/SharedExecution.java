package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.result.MemoryFeed;
import io.tiercel.jdbc.session.Session;
import io.tiercel.jdbc.session.SharedRequest;
import io.tiercel.jdbc.session.Warnings;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PreparedStatement;
import io.tiercel.wire.codec.ServerText;
import io.tiercel.wire.row.RowDescription;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A prepared command with its values that travels with those of other threads.
final class SharedExecution extends SharedRequest {
  /// What another thread can encode in no time: complete in itself and of a small size.
  private static final Set<Class<?>> SMALL =
      Set.of(
          Boolean.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          UUID.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          Instant.class);

  /// Longer texts and bytes could fill the socket and hold up the others.
  private static final int MAX_LENGTH = 4 * 1024;

  private final BoundCommand command;
  private final MemoryFeed rows;
  private @Nullable Pending pending;
  private @Nullable RowDescription description;

  SharedExecution(Session session, BoundCommand command, long maxRows, Warnings warnings) {
    super(warnings);
    this.command = command;
    rows = new MemoryFeed(session, maxRows);
  }

  /// Whether the command may travel with others: it begins and ends no transaction, changes no
  /// definitions or settings by its own keyword, and its values are small.
  static boolean suits(BoundCommand bound) {
    return switch (bound.command().kind()) {
      case SELECT, VALUES, TABLE, INSERT, UPDATE, DELETE, MERGE -> hasSmallValues(bound);
      default -> false;
    };
  }

  private static boolean hasSmallValues(BoundCommand bound) {
    for (Object value : bound.values()) {
      if (!isSmall(value)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSmall(@Nullable Object value) {
    return switch (value) {
      case null -> true;
      case String text -> text.length() <= MAX_LENGTH;
      case ServerText literal -> literal.text().length() <= MAX_LENGTH;
      case byte[] bytes -> bytes.length <= MAX_LENGTH;
      default -> SMALL.contains(value.getClass());
    };
  }

  @Override
  protected @Nullable Pending write(Pipeline pipeline) {
    PreparedStatement statement = pipeline.statement(command.command().text(), command.oids());
    if (!statement.isDescribed()) {
      return null;
    }
    description = statement.description();
    pending = pipeline.addApart(statement, rows.limit(pipeline), rows, command.values());
    return pending;
  }

  /// What the command came to, when it was carried out.
  Pending pending() {
    Pending answer = pending;
    if (answer == null) {
      throw new IllegalStateException("the command was not carried out");
    }
    return answer;
  }

  /// The columns of its rows; null if it returns none.
  @Nullable RowDescription description() {
    return description;
  }

  /// All its rows.
  MemoryFeed rows() {
    rows.arrived();
    return rows;
  }
}
