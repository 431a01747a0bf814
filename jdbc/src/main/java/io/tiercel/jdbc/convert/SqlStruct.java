package io.tiercel.jdbc.convert;

import java.sql.SQLException;
import java.sql.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A composite value read from the server. Its attributes are read when they are asked for.
final class SqlStruct implements Struct {
  private final String typeName;
  private final List<CompositeAttribute> attributes;

  SqlStruct(String typeName, List<CompositeAttribute> attributes) {
    this.typeName = typeName;
    this.attributes = attributes;
  }

  @Override
  public String getSQLTypeName() {
    return typeName;
  }

  @Override
  @SuppressWarnings("NullAway") // NULL is null, which the interface cannot say
  public @Nullable Object[] getAttributes() throws SQLException {
    return getAttributes(Map.of());
  }

  @Override
  @SuppressWarnings("NullAway") // NULL is null, which the interface cannot say
  public @Nullable Object[] getAttributes(Map<String, Class<?>> map) throws SQLException {
    List<@Nullable Object> values = new ArrayList<>();
    for (CompositeAttribute attribute : attributes) {
      values.add(attribute.read((r, s, o, l) -> r.getMapped(s, o, l, map)));
    }
    return values.toArray();
  }

  /// The literal of the value, as the server spells it.
  @Override
  public String toString() {
    try {
      return CompositeText.print(attributes);
    } catch (SQLException e) {
      return "SqlStruct[" + e.getMessage() + "]";
    }
  }
}
