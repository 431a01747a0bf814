package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.error.SqlExceptions;
import java.lang.reflect.InvocationTargetException;
import java.sql.SQLData;
import java.sql.SQLException;

/// Instances of the application's SQLData classes, which need a public constructor without
/// parameters.
final class SqlDataClasses {
  private SqlDataClasses() {}

  static SQLData create(Class<? extends SQLData> type) throws SQLException {
    try {
      return type.getDeclaredConstructor().newInstance();
    } catch (InvocationTargetException e) {
      throw failed(type, e.getCause() == null ? e : e.getCause());
    } catch (ReflectiveOperationException e) {
      throw failed(type, e);
    }
  }

  private static SQLException failed(Class<?> type, Throwable e) {
    return SqlExceptions.of(
        "22023",
        "cannot make an instance of %s\nHint: give it a public constructor without parameters."
            .formatted(type.getTypeName()),
        e);
  }

  /// What an SQLData writes of itself.
  static CreatedStruct written(SQLData data) throws SQLException {
    var output = new CompositeOutput();
    data.writeSQL(output);
    return new CreatedStruct(data.getSQLTypeName(), output.attributes());
  }
}
