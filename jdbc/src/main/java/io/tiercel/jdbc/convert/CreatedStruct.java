package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.ServerText;
import java.sql.SQLException;
import java.sql.Struct;
import java.util.Arrays;
import java.util.Collection;
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
    String literal =
        struct instanceof CreatedStruct || struct instanceof SqlStruct
            ? struct.toString()
            : new CreatedStruct(struct.getSQLTypeName(), struct.getAttributes()).toString();
    return new Parameter(context.types().oid(struct.getSQLTypeName()), new ServerText(literal));
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
