package io.tiercel.jpa.schema.action;

import io.tiercel.jpa.schema.SchemaStatement;
import io.tiercel.jpa.session.ConnectionSource;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.wire.Connection;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PortalLimit;
import io.tiercel.wire.TransactionStatus;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.row.RowConsumer;
import jakarta.persistence.PersistenceException;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Sends the statements of a schema action: all in one exchange and one transaction, so that a
/// failure leaves the schema as it was.
public final class SchemaExecution {
  /// The connection to use for schema actions, a `java.sql.Connection` (section 9.4).
  public static final String CONNECTION = "jakarta.persistence.schema-generation.connection";

  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");

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
      withConnection(connection -> runWithoutDone(connection, statements));
    } finally {
      changed.run();
    }
  }

  /// The transaction begins anew without a statement that turned out to have nothing to do, once
  /// for each. That is rare, and a savepoint for each statement would be paid always.
  private void runWithoutDone(Connection connection, List<SchemaStatement> statements) {
    List<SchemaStatement> left = new ArrayList<>(statements);
    while (true) {
      SchemaStatement done = run(connection, left);
      if (done == null) {
        return;
      }
      LOG.log(Level.DEBUG, () -> "schema action: nothing to do for " + done.sql());
      left.remove(done);
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

  /// Returns the statement that had nothing to do, for which all was rolled back, or null.
  private @Nullable SchemaStatement run(Connection connection, List<SchemaStatement> statements) {
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
      return null;
    } catch (WireException e) {
      PersistenceException failure = failure(statements, pending, e);
      if (own) {
        rollback(connection, failure);
      }
      SchemaStatement failed = failed(statements, pending);
      if (own
          && failed != null
          && e instanceof ServerException server
          && failed.isDone(server.sqlState())) {
        return failed;
      }
      throw failure;
    }
  }

  /// The first that did not succeed.
  private static @Nullable SchemaStatement failed(
      List<SchemaStatement> statements, List<Pending> pending) {
    int failed = 0;
    while (failed < pending.size() && pending.get(failed).isSuccessful()) {
      failed++;
    }
    return failed < statements.size() ? statements.get(failed) : null;
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
    SchemaStatement failed = failed(statements, pending);
    String what =
        failed != null && cause instanceof ServerException server
            ? at(failed, server)
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
