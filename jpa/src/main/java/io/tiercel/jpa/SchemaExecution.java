package io.tiercel.jpa;

import io.tiercel.jpa.schema.SchemaStatement;
import io.tiercel.jpa.session.ConnectionSource;
import io.tiercel.wire.Connection;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PortalLimit;
import io.tiercel.wire.TransactionStatus;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.row.RowConsumer;
import jakarta.persistence.PersistenceException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Sends the statements of a schema action: all in one exchange and one transaction, so that a
/// failure leaves the schema as it was.
final class SchemaExecution {
  /// The connection to use for schema actions, a `java.sql.Connection` (section 9.4).
  static final String CONNECTION = "jakarta.persistence.schema-generation.connection";

  /// What changes settings beyond the transaction.
  private static final Pattern SETTING =
      Pattern.compile(
          "\\s*(set|reset)\\s+(?!local\\b|transaction\\b|constraints\\b).*|.*\\bset_config\\s*\\(.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final UnitProperties properties;
  private final Supplier<ConnectionSource> connections;
  private final Runnable changed;

  SchemaExecution(
      UnitProperties properties, Supplier<ConnectionSource> connections, Runnable changed) {
    this.properties = properties;
    this.connections = connections;
    this.changed = changed;
  }

  /// Sends them; nothing when there are none. PersistenceException naming script, line and
  /// statement of the one that the server refuses.
  void run(List<SchemaStatement> statements) {
    if (statements.isEmpty()) {
      return;
    }
    try {
      withConnection(connection -> run(connection, statements));
    } finally {
      changed.run();
    }
  }

  /// Asks the catalogs.
  void query(String sql, RowConsumer rows, Object... parameters) {
    withConnection(
        connection -> {
          try {
            connection.query(sql, rows, parameters);
          } catch (WireException e) {
            throw new PersistenceException(
                "could not read the schema of persistence unit \"%s\": %s"
                    .formatted(properties.unitName(), e.getMessage()),
                e);
          }
        });
  }

  private void withConnection(Consumer<Connection> work) {
    Connection given = given();
    if (given != null) {
      work.accept(given);
      return;
    }
    ConnectionSource source = connections.get();
    Connection connection = source.acquire();
    try {
      work.accept(connection);
    } finally {
      source.release(connection);
    }
  }

  /// The wire beneath the connection that a container gives for schema actions, null without one.
  private @Nullable Connection given() {
    Object value = properties.values().get(CONNECTION);
    if (value == null) {
      return null;
    }
    try {
      if (value instanceof java.sql.Connection jdbc && jdbc.isWrapperFor(Connection.class)) {
        return jdbc.unwrap(Connection.class);
      }
    } catch (SQLException e) {
      throw new PersistenceException(
          "could not look beneath the connection of property " + CONNECTION, e);
    }
    throw new PersistenceException(
        "property %s must be a java.sql.Connection of our driver, got a %s"
            .formatted(CONNECTION, value.getClass().getName()));
  }

  private void run(Connection connection, List<SchemaStatement> statements) {
    // A connection given inside a transaction keeps it.
    boolean own = connection.transactionStatus() == TransactionStatus.IDLE;
    List<Pending> pending = new ArrayList<>();
    try (Pipeline pipeline = connection.pipeline()) {
      if (own) {
        add(pipeline, "begin");
      }
      for (SchemaStatement statement : statements) {
        pending.add(add(pipeline, statement.sql()));
      }
      if (own) {
        add(pipeline, "commit");
        restoreSettings(pipeline, statements);
      }
      pipeline.await();
    } catch (WireException e) {
      PersistenceException failure = failure(statements, pending, e);
      if (own) {
        rollback(connection, failure);
      }
      throw failure;
    }
  }

  /// Parsed once and not kept: no statement of a schema comes twice.
  private static Pending add(Pipeline pipeline, String sql) {
    return pipeline.add(pipeline.once(sql), PortalLimit.NONE, null);
  }

  /// The connection goes on to serve others: what a script set (as those of `pg_dump` do) ends with
  /// it.
  private static void restoreSettings(Pipeline pipeline, List<SchemaStatement> statements) {
    if (statements.stream()
        .anyMatch(
            statement ->
                statement.origin() != null && SETTING.matcher(statement.sql()).matches())) {
      add(pipeline, "reset session authorization");
      add(pipeline, "reset all");
    }
  }

  private static void rollback(Connection connection, PersistenceException failure) {
    try {
      if (connection.isOpen() && connection.transactionStatus() != TransactionStatus.IDLE) {
        connection.execute("rollback");
      }
    } catch (WireException e) {
      failure.addSuppressed(e);
    }
  }

  private PersistenceException failure(
      List<SchemaStatement> statements, List<Pending> pending, WireException cause) {
    int failed = 0;
    while (failed < pending.size() && pending.get(failed).isSuccessful()) {
      failed++;
    }
    String what =
        failed < statements.size() && cause instanceof ServerException server
            ? at(statements.get(failed), server)
            : cause.getMessage();
    return new PersistenceException(
        "could not change the schema of persistence unit \"%s\": %s"
            .formatted(properties.unitName(), what),
        cause);
  }

  private static String at(SchemaStatement statement, ServerException cause) {
    return "%s: %s".formatted(statement.place(cause.error().position()), cause.getMessage());
  }
}
