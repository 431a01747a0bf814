package io.tiercel.jdbc.metadata;

import io.tiercel.jdbc.convert.BaseColumns.BaseColumn;
import io.tiercel.jdbc.convert.ConversionContext;
import io.tiercel.jdbc.convert.TypeInfo;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `ResultSetMetaData` from the description that the server sends along. Which table a column
/// belongs to, whether it may be NULL and whether it numbers itself, is asked of the catalog when
/// it is first wanted, for all columns at once. Confined to the thread of its connection.
public final class ColumnMetaData implements ResultSetMetaData {
  private final List<Field> fields;
  private final ConversionContext context;
  private @Nullable List<@Nullable BaseColumn> baseColumns;

  public ColumnMetaData(RowDescription description, ConversionContext context) {
    fields = description.fields();
    this.context = context;
  }

  private Field field(int column) throws SQLException {
    if (column < 1 || column > fields.size()) {
      throw SqlExceptions.of(
          "22023",
          "The column index is out of range: %d, number of columns: %d."
              .formatted(column, fields.size()),
          null);
    }
    return fields.get(column - 1);
  }

  private @Nullable BaseColumn base(int column) throws SQLException {
    Field field = field(column);
    if (field.tableOid() == 0) {
      return null;
    }
    List<@Nullable BaseColumn> known = baseColumns;
    if (known == null) {
      known = context.types().baseColumns().of(fields);
      baseColumns = known;
    }
    return known.get(column - 1);
  }

  private TypeInfo types() {
    return context.types();
  }

  @Override
  public int getColumnCount() {
    return fields.size();
  }

  @Override
  public boolean isAutoIncrement(int column) throws SQLException {
    BaseColumn base = base(column);
    return base != null && base.isAutoIncrement();
  }

  @Override
  public boolean isCaseSensitive(int column) throws SQLException {
    return types().isCaseSensitive(field(column).typeOid());
  }

  @Override
  public boolean isSearchable(int column) throws SQLException {
    field(column);
    return true;
  }

  @Override
  public boolean isCurrency(int column) throws SQLException {
    return types().typeName(field(column).typeOid()).equals("money");
  }

  @Override
  public int isNullable(int column) throws SQLException {
    BaseColumn base = base(column);
    if (base == null) {
      return columnNullableUnknown;
    }
    return base.isRequired() ? columnNoNulls : columnNullable;
  }

  @Override
  public boolean isSigned(int column) throws SQLException {
    return types().isSigned(field(column).typeOid());
  }

  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    Field field = field(column);
    return types().displaySize(field.typeOid(), field.typeModifier());
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return field(column).name();
  }

  /// The label, too: what results are addressed by. The name in the table is
  /// `BaseColumn.name()`.
  @Override
  public String getColumnName(int column) throws SQLException {
    return getColumnLabel(column);
  }

  @Override
  public String getSchemaName(int column) throws SQLException {
    BaseColumn base = base(column);
    return base == null ? "" : base.schema();
  }

  @Override
  public String getTableName(int column) throws SQLException {
    BaseColumn base = base(column);
    return base == null ? "" : base.table();
  }

  @Override
  public String getCatalogName(int column) throws SQLException {
    field(column);
    return "";
  }

  @Override
  public int getPrecision(int column) throws SQLException {
    Field field = field(column);
    return types().precision(field.typeOid(), field.typeModifier());
  }

  @Override
  public int getScale(int column) throws SQLException {
    Field field = field(column);
    return types().scale(field.typeOid(), field.typeModifier());
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    return types().sqlType(field(column).typeOid());
  }

  /// `serial` and its like for integers that number themselves.
  @Override
  public String getColumnTypeName(int column) throws SQLException {
    int oid = field(column).typeOid();
    boolean mayBeSerial = oid == Oids.INT2 || oid == Oids.INT4 || oid == Oids.INT8;
    if (!mayBeSerial || !isAutoIncrement(column)) {
      return types().typeName(oid);
    }
    return switch (oid) {
      case Oids.INT2 -> "smallserial";
      case Oids.INT4 -> "serial";
      default -> "bigserial";
    };
  }

  @Override
  public boolean isReadOnly(int column) throws SQLException {
    field(column);
    return false;
  }

  @Override
  public boolean isWritable(int column) throws SQLException {
    field(column);
    return true;
  }

  @Override
  public boolean isDefinitelyWritable(int column) throws SQLException {
    field(column);
    return false;
  }

  @Override
  public String getColumnClassName(int column) throws SQLException {
    return types().className(field(column).typeOid());
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
