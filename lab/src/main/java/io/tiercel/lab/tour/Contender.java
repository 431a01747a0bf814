package io.tiercel.lab.tour;

import io.tiercel.lab.data.DataSet;
import io.tiercel.lab.data.Shop;
import java.sql.SQLException;

/// One way of access that the tour shows beside the others.
interface Contender {
  /// For people: `Hibernate`.
  String name();

  /// For names of databases: `hibernate`.
  String slug();

  /// Name and version, and the settings that matter, for the report.
  String description();

  /// Creates the schema in an empty database.
  void createSchema(DataSet data, ServerAddress database) throws SQLException;

  /// Writes all rows by its own means.
  void load(DataSet data, ServerAddress database, Progress progress) throws SQLException;

  /// Opens the shop on loaded data.
  OpenShop open(DataSet data, ServerAddress database) throws SQLException;

  /// A shop with the connections below it.
  interface OpenShop extends AutoCloseable {
    Shop shop();

    @Override
    void close() throws SQLException;
  }
}
