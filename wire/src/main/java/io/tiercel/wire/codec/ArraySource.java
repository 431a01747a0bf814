package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// One Java array or collection on its way out as a PostgreSQL array. The encoder of the elements
/// is planned with the first of them and again only where their class changes. Confined to one
/// thread and to one value.
abstract sealed class ArraySource {
  private final ArrayCodec type;
  private final Format format;
  private @Nullable Class<?> encoderClass;
  private @Nullable Encoder<Object> encoder;

  private ArraySource(ArrayCodec type, Format format) {
    this.type = type;
    this.format = format;
  }

  /// The lengths found on the way to the first element. A zero means there are no elements.
  final int[] dimensions(Object value) {
    int[] found = new int[ArrayText.MAX_DIMENSIONS];
    int count = 0;
    Object level = value;
    while (true) {
      if (count == ArrayText.MAX_DIMENSIONS) {
        throw fault("more than %d dimensions".formatted(ArrayText.MAX_DIMENSIONS));
      }
      int length = length(level);
      found[count++] = length;
      Object first = length == 0 ? null : first(level);
      if (first == null || !isNested(first)) {
        return Arrays.copyOf(found, count);
      }
      level = first;
    }
  }

  /// Writes the members of one level.
  final void level(Object members, int[] dimensions, int level, WriteBuffer out) {
    if (length(members) != dimensions[level]) {
      throw fault("sub-arrays of different lengths");
    }
    beginLevel(out);
    boolean isLeaf = level == dimensions.length - 1;
    int index = 0;
    switch (members) {
      case Object[] array -> {
        for (@Nullable Object member : array) {
          member(member, isLeaf, index++, dimensions, level, out);
        }
      }
      case Collection<?> collection -> {
        for (Object member : collection) {
          member(member, isLeaf, index++, dimensions, level, out);
        }
      }
      default -> {
        for (; index < dimensions[level]; index++) {
          member(Array.get(members, index), isLeaf, index, dimensions, level, out);
        }
      }
    }
    endLevel(out);
  }

  private void member(
      @Nullable Object member,
      boolean isLeaf,
      int index,
      int[] dimensions,
      int level,
      WriteBuffer out) {
    separate(index, out);
    if (isLeaf) {
      element(member, out);
    } else if (member == null || !isNested(member)) {
      throw fault("an element where a sub-array is expected");
    } else {
      level(member, dimensions, level + 1, out);
    }
  }

  abstract void beginLevel(WriteBuffer out);

  abstract void separate(int index, WriteBuffer out);

  abstract void element(@Nullable Object element, WriteBuffer out);

  abstract void endLevel(WriteBuffer out);

  final void encode(Object element, WriteBuffer out) {
    Encoder<Object> planned = encoder;
    if (planned == null || encoderClass != element.getClass()) {
      planned = plan(element.getClass());
      encoder = planned;
      encoderClass = element.getClass();
    }
    planned.encode(element, out);
  }

  private Encoder<Object> plan(Class<?> elementClass) {
    // Planned for the very class of the element it is given.
    @SuppressWarnings("unchecked")
    Encoder<Object> planned = (Encoder<Object>) type.element().planEncoder(format, elementClass);
    if (planned == null) {
      throw fault("%s is no %s".formatted(elementClass.getTypeName(), type.element().typeName()));
    }
    return planned;
  }

  private boolean isNested(Object member) {
    return (member instanceof Collection<?> || member.getClass().isArray())
        && type.element().planEncoder(format, member.getClass()) == null;
  }

  private static int length(Object members) {
    return members instanceof Collection<?> collection
        ? collection.size()
        : Array.getLength(members);
  }

  private static @Nullable Object first(Object members) {
    return members instanceof Collection<?> collection
        ? collection.iterator().next()
        : Array.get(members, 0);
  }

  private CodecException fault(String detail) {
    return new CodecException(
        SqlState.DATATYPE_MISMATCH, "cannot write %s: %s".formatted(type.typeName(), detail));
  }

  static final class Binary extends ArraySource {
    private static final int NULL = -1;
    private static final int LOWER_BOUND = 1;

    private final int elementOid;
    private boolean hasNulls;

    Binary(ArrayCodec type) {
      super(type, Format.BINARY);
      elementOid = type.elementOid();
    }

    /// The layout stands at [ArrayElements.Binary].
    void write(Object value, WriteBuffer out) {
      int[] dimensions = dimensions(value);
      boolean isEmpty = dimensions[dimensions.length - 1] == 0;
      out.putInt(isEmpty ? 0 : dimensions.length);
      int hasNullsAt = out.position();
      out.putInt(0).putInt(elementOid);
      if (!isEmpty) {
        for (int dimension : dimensions) {
          out.putInt(dimension).putInt(LOWER_BOUND);
        }
      }
      level(value, dimensions, 0, out);
      if (hasNulls) {
        out.setInt(hasNullsAt, 1);
      }
    }

    @Override
    void element(@Nullable Object element, WriteBuffer out) {
      if (element == null) {
        hasNulls = true;
        out.putInt(NULL);
        return;
      }
      int lengthAt = out.position();
      out.putInt(0);
      encode(element, out);
      out.setInt(lengthAt, out.position() - lengthAt - Integer.BYTES);
    }

    @Override
    void beginLevel(WriteBuffer out) {}

    @Override
    void separate(int index, WriteBuffer out) {}

    @Override
    void endLevel(WriteBuffer out) {}
  }

  static final class Text extends ArraySource {
    private final char delimiter;
    private final WriteBuffer scratch = new WriteBuffer();
    private final StringBuilder quoted = new StringBuilder();

    Text(ArrayCodec type) {
      super(type, Format.TEXT);
      delimiter = type.delimiter();
    }

    void write(Object value, WriteBuffer out) {
      int[] dimensions = dimensions(value);
      if (dimensions[dimensions.length - 1] == 0) {
        // Only to find unequal lengths: the server before version 17 refuses {{},{}}.
        level(value, dimensions, 0, scratch);
        out.putUtf8("{}");
      } else {
        level(value, dimensions, 0, out);
      }
    }

    @Override
    void element(@Nullable Object element, WriteBuffer out) {
      quoted.setLength(0);
      if (element == null) {
        ArrayText.appendElement(null, delimiter, quoted);
      } else {
        scratch.clear();
        encode(element, scratch);
        String text = ScalarCodec.utf8(scratch.array(), 0, scratch.position());
        ArrayText.appendElement(text, delimiter, quoted);
      }
      out.putUtf8(quoted.toString());
    }

    @Override
    void beginLevel(WriteBuffer out) {
      out.putByte('{');
    }

    @Override
    void separate(int index, WriteBuffer out) {
      if (index > 0) {
        out.putByte(delimiter);
      }
    }

    @Override
    void endLevel(WriteBuffer out) {
      out.putByte('}');
    }
  }
}
