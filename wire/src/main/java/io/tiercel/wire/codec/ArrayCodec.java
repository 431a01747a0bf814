package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Arrays of any element type and up to six dimensions.
///
/// Read as Java arrays (of the boxed default class of the elements unless another is asked for; of
/// primitives where there are no NULLs), as List (unmodifiable, nested where there are dimensions),
/// and as String. Lower bounds are not kept. Written from Java arrays and collections, nested for
/// more dimensions; lower bounds are 1.
final class ArrayCodec implements TypeCodec {
  private final TypeCodec element;
  private final int elementOid;
  private final char delimiter;
  private final String typeName;

  ArrayCodec(TypeCodec element, int elementOid, char delimiter) {
    this.element = element;
    this.elementOid = elementOid;
    this.delimiter = delimiter;
    typeName = element.typeName() + "[]";
  }

  TypeCodec element() {
    return element;
  }

  int elementOid() {
    return elementOid;
  }

  char delimiter() {
    return delimiter;
  }

  @Override
  public String typeName() {
    return typeName;
  }

  @Override
  public Class<?> javaType() {
    return element.javaType().arrayType();
  }

  @Override
  public Format preferredFormat() {
    return element.preferredFormat();
  }

  @Override
  public Format parameterFormat() {
    return element.parameterFormat();
  }

  @Override
  public Set<Class<?>> readableAs() {
    return Set.of(javaType(), List.class, String.class);
  }

  @Override
  public Set<Class<?>> writableFrom() {
    return Set.of(javaType(), Collection.class);
  }

  @Override
  public @Nullable Decoder<?> planDecoder(Format format, Class<?> target) {
    if (target == ArrayValue.class) {
      return planRaw(format);
    }
    if (target == String.class) {
      return planString(format);
    }
    if (target == Object.class || target == Object[].class) {
      return planDecoder(format, target, element.javaType(), ArrayTarget.ANY_DEPTH);
    }
    if (target.isAssignableFrom(List.class)) {
      return planDecoder(format, target, Object.class, ArrayTarget.ANY_DEPTH);
    }
    // byte[][] is one dimension of bytea, int[][] two of int4: the elements decide.
    int depth = 0;
    for (Class<?> leaf = target; leaf.isArray(); ) {
      leaf = leaf.componentType();
      depth++;
      Decoder<?> planned = planDecoder(format, target, leaf, depth);
      if (planned != null) {
        return planned;
      }
    }
    return null;
  }

  private Decoder<ArrayValue> planRaw(Format format) {
    return format == Format.BINARY
        ? ArrayValue::decode
        : (source, offset, length) ->
            ArrayValue.parse(ScalarCodec.utf8(source, offset, length), elementOid, delimiter);
  }

  private @Nullable Decoder<?> planDecoder(
      Format format, Class<?> target, Class<?> leaf, int depth) {
    boolean isList = !target.isArray() && target != Object.class;
    Class<?> elementClass = isList ? element.javaType() : Codecs.boxed(leaf);
    Decoder<?> decoder = element.planDecoder(format, elementClass);
    if (decoder == null) {
      return null;
    }
    var shape = new ArrayTarget(typeName, target, leaf, depth, isList);
    if (format == Format.BINARY) {
      return PrimitiveArrays.orGeneral(
          elementOid,
          target,
          (source, offset, length) ->
              shape.collect(new ArrayElements.Binary(typeName, decoder, source, offset, length)));
    }
    return (source, offset, length) ->
        shape.collect(new ArrayElements.Text(decoder, parse(source, offset, length)));
  }

  private ArrayText parse(byte[] source, int offset, int length) {
    return ArrayText.parse(typeName, delimiter, ScalarCodec.utf8(source, offset, length));
  }

  /// The array as the server spells it, but for lower bounds.
  private @Nullable Decoder<String> planString(Format format) {
    if (format == Format.TEXT) {
      return ScalarCodec::utf8;
    }
    Decoder<?> decoder = element.planDecoder(format, String.class);
    if (decoder == null) {
      return null;
    }
    return (source, offset, length) -> {
      var elements = new ArrayElements.Binary(typeName, decoder, source, offset, length);
      var text = new StringBuilder();
      if (elements.total() == 0) {
        text.append("{}");
      } else {
        print(elements, 0, text);
      }
      elements.expectEnd();
      return text.toString();
    };
  }

  private void print(ArrayElements elements, int level, StringBuilder to) {
    int[] dimensions = elements.dimensions();
    to.append('{');
    for (int i = 0; i < dimensions[level]; i++) {
      if (i > 0) {
        to.append(delimiter);
      }
      if (level < dimensions.length - 1) {
        print(elements, level + 1, to);
      } else {
        ArrayText.appendElement((String) elements.next(), delimiter, to);
      }
    }
    to.append('}');
  }

  @Override
  public @Nullable Encoder<?> planEncoder(Format format, Class<?> source) {
    if (source == ArrayValue.class) {
      return new PlannedEncoder<ArrayValue>(format, (value, out) -> encodeRaw(format, value, out));
    }
    Encoder<?> primitives =
        format == Format.BINARY ? PrimitiveArrays.planEncoder(elementOid, source) : null;
    if (primitives != null) {
      return primitives;
    }
    if (!takes(format, source)) {
      return null;
    }
    return format == Format.BINARY
        ? new PlannedEncoder<>(
            format, (value, out) -> new ArraySource.Binary(this).write(value, out))
        : new PlannedEncoder<>(
            format, (value, out) -> new ArraySource.Text(this).write(value, out));
  }

  private void encodeRaw(Format format, ArrayValue value, WriteBuffer out) {
    if (value.format() != format) {
      throw new CodecException(
          SqlState.DATATYPE_MISMATCH,
          "cannot write %s in %s: its elements are encoded in %s"
              .formatted(typeName, format, value.format()));
    }
    if (format == Format.TEXT) {
      out.putUtf8(value.print(delimiter, ScalarCodec::utf8));
      return;
    }
    int[] lengths = value.lengths();
    int[] lowerBounds = value.lowerBounds();
    out.putInt(lengths.length).putInt(value.hasNull() ? 1 : 0).putInt(elementOid);
    for (int i = 0; i < lengths.length; i++) {
      out.putInt(lengths[i]).putInt(lowerBounds[i]);
    }
    value.writeElements(out);
  }

  /// Whether values of the class may be arrays of this type. What a collection or an Object[]
  /// holds is seen only when it is written.
  private boolean takes(Format format, Class<?> source) {
    if (Collection.class.isAssignableFrom(source)) {
      return true;
    }
    if (!source.isArray()) {
      return false;
    }
    Class<?> member = source.componentType();
    return element.planEncoder(format, Codecs.boxed(member)) != null
        || isOpen(member)
        || takes(format, member);
  }

  /// Whether a member may be of another class than its array says.
  private static boolean isOpen(Class<?> member) {
    return member == Object.class
        || (!member.isArray()
            && !member.isPrimitive()
            && Modifier.isAbstract(member.getModifiers()));
  }
}
