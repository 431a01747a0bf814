package io.tiercel.lab.data;

import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.util.List;

/// A sample data set as a shop keeps it: its entities, how they are loaded through Jakarta
/// Persistence and by hand through JDBC, what must then be in the database, and the work of the
/// shop done in both ways.
///
/// A data set reads its artifact once and is immutable then. The lists of steps are good for one
/// load each.
public interface DataSet {
  /// For people: `FoodMart`.
  String name();

  /// For names of databases: `foodmart`.
  String slug();

  /// Names the source and the mapping; data of another version are loaded anew.
  String version();

  /// The rows that a load writes, over all tables.
  long rows();

  List<Class<?>> entities();

  List<JpaStep> jpaSteps();

  /// The schema as somebody who writes JDBC by hand would write it.
  String ddl();

  List<JdbcStep> jdbcSteps();

  /// Counts and sums that the loaded database must show, computed from the source.
  List<Figure> figures();

  Shop jpaShop(EntityManagerFactory factory);

  /// The connection stays the caller's. It is in auto-commit mode and left so.
  Shop jdbcShop(Connection connection);
}
