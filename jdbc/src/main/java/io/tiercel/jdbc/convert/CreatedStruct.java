package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.ServerText;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;
import java.sql.Struct;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A composite value made by the application (`Connection.createStruct`, an SQLData that wrote
/// itself): sent as the literal that the server prints for it.
public final class CreatedStruct implements Struct {
  private final String typeName;
  private final @Nullable Object[] attributes;

  /// @param typeName as the server knows it
  /// @param attributes in the order of the type
  public CreatedStruct(String typeName, @Nullable Object... attributes) {
    this.typeName = typeName;
    this.attributes = attributes.clone();
  }

  /// Any Struct as a parameter of its type.
  static Parameter parameter(Struct struct, ConversionContext context) throws SQLException {
    int oid = context.types().oid(struct.getSQLTypeName());
    return new Parameter(oid, new ServerText(literal(struct, oid, context)));
  }

  private static String literal(Struct struct, int oid, ConversionContext context)
      throws SQLException {
    if (struct instanceof SqlStruct) {
      return struct.toString();
    }
    CreatedStruct created =
        struct instanceof CreatedStruct known
            ? known
            : new CreatedStruct(struct.getSQLTypeName(), struct.getAttributes());
    return created.isLateBound() ? created.bound(oid, context).toString() : created.toString();
  }

  private boolean isLateBound() {
    return Arrays.stream(attributes)
        .anyMatch(
            attribute ->
                attribute instanceof Blob
                    || attribute instanceof Clob
                    || (attribute instanceof CreatedStruct nested && nested.isLateBound()));
  }

  /// With the form of each Blob and Clob that its attribute's type takes.
  private CreatedStruct bound(int oid, ConversionContext context) throws SQLException {
    @Nullable Object[] values = attributes.clone();
    List<TypeInfo.Attribute> types = context.types().attributes(oid);
    for (int i = 0; i < Math.min(values.length, types.size()); i++) {
      Object value = values[i];
      int typeOid = types.get(i).typeOid();
      if (value instanceof Blob || value instanceof Clob) {
        values[i] = LobParameter.value(value, typeOid, context);
      } else if (value instanceof CreatedStruct nested) {
        values[i] = nested.bound(typeOid, context);
      }
    }
    return new CreatedStruct(typeName, values);
  }

  @Override
  public String getSQLTypeName() {
    return typeName;
  }

  @Override
  @SuppressWarnings("NullAway") // NULL is null, which the interface cannot say
  public @Nullable Object[] getAttributes() {
    return attributes.clone();
  }

  @Override
  @SuppressWarnings("NullAway") // NULL is null, which the interface cannot say
  public @Nullable Object[] getAttributes(Map<String, Class<?>> map) {
    return getAttributes();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CreatedStruct that
        && typeName.equals(that.typeName)
        && Arrays.deepEquals(attributes, that.attributes);
  }

  @Override
  public int hashCode() {
    return 31 * typeName.hashCode() + Arrays.deepHashCode(attributes);
  }

  /// The literal of the value, as the server takes it.
  @Override
  public String toString() {
    var to = new StringBuilder("(");
    for (int i = 0; i < attributes.length; i++) {
      if (i > 0) {
        to.append(',');
      }
      Object attribute = attributes[i];
      CompositeText.append(attribute == null ? null : literal(attribute), to);
    }
    return to.append(')').toString();
  }

  private static String literal(Object attribute) {
    boolean isArray = attribute.getClass().isArray() && !(attribute instanceof byte[]);
    return isArray || attribute instanceof Collection<?>
        ? ArrayLiterals.print(attribute, ',')
        : ArrayLiterals.literal(attribute);
  }
}
