package io.tiercel.jdbc.metadata;

import io.tiercel.jdbc.convert.TypeInfo;
import io.tiercel.jdbc.error.SqlExceptions;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.function.IntUnaryOperator;

/// `ParameterMetaData` from the types that the server gave the parameters. Confined to the thread
/// of its connection.
public final class PlaceholderMetaData implements ParameterMetaData {
  private final int[] oids;
  private final TypeInfo types;
  private final IntUnaryOperator modes;

  /// @param oids the parameters' types
  public PlaceholderMetaData(int[] oids, TypeInfo types) {
    this(oids, types, _ -> parameterModeIn);
  }

  /// @param oids the parameters' types
  /// @param modes the mode of a parameter, counted from 1: a constant of [ParameterMetaData]
  public PlaceholderMetaData(int[] oids, TypeInfo types, IntUnaryOperator modes) {
    this.oids = oids.clone();
    this.types = types;
    this.modes = modes;
  }

  private int oid(int parameter) throws SQLException {
    if (parameter < 1 || parameter > oids.length) {
      throw SqlExceptions.of(
          "22023",
          "The parameter index is out of range: %d, number of parameters: %d."
              .formatted(parameter, oids.length),
          null);
    }
    return oids[parameter - 1];
  }

  @Override
  public int getParameterCount() {
    return oids.length;
  }

  /// PostgreSQL does not tell.
  @Override
  public int isNullable(int parameter) throws SQLException {
    oid(parameter);
    return parameterNullableUnknown;
  }

  @Override
  public boolean isSigned(int parameter) throws SQLException {
    return types.isSigned(oid(parameter));
  }

  /// 0: a parameter's type has no modifier.
  @Override
  public int getPrecision(int parameter) throws SQLException {
    oid(parameter);
    return 0;
  }

  @Override
  public int getScale(int parameter) throws SQLException {
    oid(parameter);
    return 0;
  }

  @Override
  public int getParameterType(int parameter) throws SQLException {
    return types.sqlType(oid(parameter));
  }

  @Override
  public String getParameterTypeName(int parameter) throws SQLException {
    return types.typeName(oid(parameter));
  }

  @Override
  public String getParameterClassName(int parameter) throws SQLException {
    return types.className(oid(parameter));
  }

  @Override
  public int getParameterMode(int parameter) throws SQLException {
    oid(parameter);
    return modes.applyAsInt(parameter);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
