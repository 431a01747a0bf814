package io.tiercel.cache.guard;

import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ServerException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;

/// The publication that brings the cached tables, and no others: a table that has no replica
/// identity could not be updated any more once it is published. Tables are added and never taken
/// out, for another node, of an older version say, may need them. Immutable.
public record Publication(String name) {
  private static final Logger LOG = System.getLogger(Publication.class.getName());

  /// Creates it, or adds what it lacks, as far as the role may: creating takes the privilege CREATE
  /// in the database, adding the ownership of the tables. What is lacking afterwards is for
  /// [Catalog] to see. Blocks.
  public void complete(Connection connection, Collection<TableName> tables) {
    connection.simpleQuery("select pg_catalog.pg_advisory_lock(hashtext('tiercel publication'))");
    try {
      CatalogState state = Catalog.load(connection, this, tables);
      if (!state.isPublished() && !attempt(connection, createStatement())) {
        return;
      }
      for (TableName table : tables) {
        state.table(table).ifFitButUnpublished(() -> attempt(connection, addStatement(table)));
      }
    } finally {
      connection.simpleQuery(
          "select pg_catalog.pg_advisory_unlock(hashtext('tiercel publication'))");
    }
  }

  private static boolean attempt(Connection connection, String statement) {
    try {
      connection.script(statement);
      return true;
    } catch (ServerException e) {
      if (!e.isConnectionUsable()) {
        throw e;
      }
      LOG.log(Level.DEBUG, () -> "could not run " + statement + ": " + e.getMessage());
      return false;
    }
  }

  String createStatement() {
    return "CREATE PUBLICATION %s WITH (publish_via_partition_root = true)"
        .formatted(Quoted.identifier(name));
  }

  String addStatement(TableName table) {
    return "ALTER PUBLICATION %s ADD TABLE %s".formatted(Quoted.identifier(name), table.sql());
  }

  String setStatement(String options) {
    return "ALTER PUBLICATION %s SET (%s)".formatted(Quoted.identifier(name), options);
  }

  /// All that somebody with the rights has to run once.
  public String statements(Collection<TableName> tables) {
    return "CREATE PUBLICATION %s FOR TABLE %s WITH (publish_via_partition_root = true)"
        .formatted(
            Quoted.identifier(name),
            String.join(", ", tables.stream().map(TableName::sql).sorted().toList()));
  }
}
