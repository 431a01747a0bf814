package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.CompositeValue;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.codec.Oids;
import java.sql.SQLData;
import java.sql.SQLException;
import java.sql.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Composite types and anonymous records: as object a Struct, or an instance of the SQLData class
/// that the type map names.
final class CompositeReader extends ValueReader {
  private final ConversionContext context;
  private final Decoder<CompositeValue> value;
  private @Nullable List<ValueReader> readers;

  CompositeReader(ValueType type, ConversionContext context) {
    super(type);
    this.context = context;
    // The form is the same for all of them.
    value = Codecs.builtin().decoder(Oids.RECORD, type.format(), CompositeValue.class);
  }

  /// The attributes with the readers of their types.
  List<CompositeAttribute> attributes(byte[] source, int offset, int length) throws SQLException {
    CompositeValue composite = composite(source, offset, length);
    List<ValueReader> known = readers(composite);
    var attributes = new ArrayList<CompositeAttribute>(known.size());
    for (int i = 0; i < known.size(); i++) {
      attributes.add(new CompositeAttribute(known.get(i), composite.attributes().get(i).bytes()));
    }
    return attributes;
  }

  private CompositeValue composite(byte[] source, int offset, int length) throws SQLException {
    CompositeValue composite = value.decode(source, offset, length);
    // The text of one NULL is that of no attribute at all.
    return !type.isBinary()
            && composite.attributes().isEmpty()
            && context.types().attributes(type.oid()).size() == 1
        ? new CompositeValue(
            type.format(), List.of(new CompositeValue.Attribute(Oids.UNSPECIFIED, null)))
        : composite;
  }

  private List<ValueReader> readers(CompositeValue composite) throws SQLException {
    List<ValueReader> known = readers;
    if (known != null
        && type.oid() != Oids.RECORD
        && known.size() == composite.attributes().size()) {
      return known;
    }
    List<TypeInfo.Attribute> declared =
        type.isBinary() || type.oid() == Oids.RECORD
            ? List.of()
            : context.types().attributes(type.oid());
    known = new ArrayList<>();
    for (int i = 0; i < composite.attributes().size(); i++) {
      int oid = composite.attributes().get(i).oid();
      if (!type.isBinary()) {
        oid = i < declared.size() ? declared.get(i).typeOid() : Oids.TEXT;
      }
      int typmod = i < declared.size() ? declared.get(i).typeModifier() : -1;
      known.add(ValueReaders.of(oid, typmod, type.format(), context));
    }
    readers = known;
    return known;
  }

  @Override
  Class<?> objectClass() {
    return Struct.class;
  }

  @Override
  Object getObject(byte[] source, int offset, int length) throws SQLException {
    return getMapped(source, offset, length, context.typeMap());
  }

  @Override
  Object getMapped(byte[] source, int offset, int length, Map<String, Class<?>> typeMap)
      throws SQLException {
    Class<?> mapped = typeMap.get(type.name());
    List<CompositeAttribute> attributes = attributes(source, offset, length);
    if (mapped != null) {
      return data(mapped, attributes, typeMap);
    }
    return new SqlStruct(type.name(), attributes);
  }

  private Object data(
      Class<?> target, List<CompositeAttribute> attributes, Map<String, Class<?>> typeMap)
      throws SQLException {
    if (!SQLData.class.isAssignableFrom(target)) {
      throw Conversions.unsupported(type.name(), target);
    }
    SQLData data = SqlDataClasses.create(target.asSubclass(SQLData.class));
    data.readSQL(new CompositeInput(attributes, typeMap), type.name());
    return data;
  }

  @Override
  <T> T getOther(byte[] source, int offset, int length, Class<T> target) throws SQLException {
    if (SQLData.class.isAssignableFrom(target)) {
      return target.cast(data(target, attributes(source, offset, length), context.typeMap()));
    }
    if (target == Struct.class) {
      return target.cast(new SqlStruct(type.name(), attributes(source, offset, length)));
    }
    return super.getOther(source, offset, length, target);
  }

  @Override
  String getString(byte[] source, int offset, int length) throws SQLException {
    if (!type.isBinary()) {
      return super.getString(source, offset, length);
    }
    return CompositeText.print(attributes(source, offset, length));
  }
}
