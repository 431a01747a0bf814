package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Composite types and anonymous records. In binary (`record_send` of the server) an int32 count,
/// then per attribute its oid, an int32 length (-1 for NULL) and so many bytes. In text
/// `(1,"a ""quoted"" one",)`, where nothing at all is NULL.
final class Composites {
  private static final int NULL = -1;
  private static final int PER_ATTRIBUTE = 8;

  private Composites() {}

  /// Records without a declared type. Each says in binary what it is made of.
  static TypeCodec record() {
    return composite("record", List.of(), true);
  }

  /// @param attributeOids the types of the attributes, where they are known
  /// @param isBinary whether all attributes can be read in binary; if not, the whole travels in
  ///     text
  static TypeCodec composite(String typeName, List<Integer> attributeOids, boolean isBinary) {
    var codec = ScalarCodec.of(typeName, CompositeValue.class);
    return (isBinary ? codec : codec.textOnly())
        .parses(
            CompositeValue.class,
            (source, offset, length) -> decode(typeName, source, offset, length),
            text -> parse(typeName, text, attributeOids))
        .reads(String.class, null, ScalarCodec::utf8)
        .prints(
            CompositeValue.class,
            (value, out) -> encode(typeName, value, out),
            value -> print(typeName, value))
        .writes(String.class, null, ScalarCodec::putText)
        .build();
  }

  private static CompositeValue decode(String typeName, byte[] source, int offset, int length) {
    int count = length < Integer.BYTES ? NULL : BinaryInts.readInt(source, offset);
    if (count < 0 || count > (length - Integer.BYTES) / PER_ATTRIBUTE) {
      throw Faults.malformed(typeName, "%d attributes in %d bytes".formatted(count, length));
    }
    var attributes = new ArrayList<CompositeValue.Attribute>(count);
    int at = offset + Integer.BYTES;
    int end = offset + length;
    for (int i = 0; i < count; i++) {
      if (end - at < PER_ATTRIBUTE) {
        throw Faults.malformed(typeName, "ends before attribute " + (i + 1));
      }
      int oid = BinaryInts.readInt(source, at);
      int bytes = BinaryInts.readInt(source, at + Integer.BYTES);
      at += PER_ATTRIBUTE;
      if (bytes < NULL || bytes > end - at) {
        throw Faults.malformed(
            typeName, "attribute %d of %d bytes, %d are left".formatted(i + 1, bytes, end - at));
      }
      attributes.add(
          new CompositeValue.Attribute(
              oid, bytes == NULL ? null : Arrays.copyOfRange(source, at, at + bytes)));
      at += Math.max(bytes, 0);
    }
    if (at != end) {
      throw Faults.malformed(typeName, (end - at) + " bytes too long");
    }
    return new CompositeValue(Format.BINARY, attributes);
  }

  private static void encode(String typeName, CompositeValue value, WriteBuffer out) {
    requireFormat(typeName, value, Format.BINARY);
    out.putInt(value.attributes().size());
    for (CompositeValue.Attribute attribute : value.attributes()) {
      byte[] bytes = attribute.bytes();
      out.putInt(attribute.oid()).putInt(bytes == null ? NULL : bytes.length);
      if (bytes != null) {
        out.putBytes(bytes, 0, bytes.length);
      }
    }
  }

  private static void requireFormat(String typeName, CompositeValue value, Format format) {
    if (value.format() != format) {
      throw new CodecException(
          SqlState.DATATYPE_MISMATCH,
          "cannot write %s in %s: its attributes are encoded in %s"
              .formatted(typeName, format, value.format()));
    }
  }

  private static CompositeValue parse(String typeName, String text, List<Integer> attributeOids) {
    var cursor = new TextCursor(typeName, text);
    List<CompositeValue.Attribute> attributes = new ArrayList<>();
    cursor.expect('(');
    // "()" is a row without columns; a row with one NULL prints the same, and only the type tells.
    if (attributeOids.size() == 1 || !cursor.eat(')')) {
      do {
        int index = attributes.size();
        int oid = index < attributeOids.size() ? attributeOids.get(index) : Oids.UNSPECIFIED;
        attributes.add(attribute(cursor, oid));
      } while (cursor.eat(','));
      cursor.expect(')');
    }
    cursor.expectEnd();
    return new CompositeValue(Format.TEXT, attributes);
  }

  private static CompositeValue.Attribute attribute(TextCursor cursor, int oid) {
    if (cursor.peek() == ',' || cursor.peek() == ')') {
      return new CompositeValue.Attribute(oid, null);
    }
    var text = new StringBuilder();
    boolean isQuoted = false;
    while (isQuoted || (cursor.peek() != ',' && cursor.peek() != ')')) {
      char c = cursor.next();
      if (c == '\\') {
        text.append(cursor.next());
      } else if (c != '"') {
        text.append(c);
      } else if (isQuoted && cursor.eat('"')) {
        text.append('"');
      } else {
        isQuoted = !isQuoted;
      }
    }
    return new CompositeValue.Attribute(oid, text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String print(String typeName, CompositeValue value) {
    requireFormat(typeName, value, Format.TEXT);
    var text = new StringBuilder("(");
    for (int i = 0; i < value.attributes().size(); i++) {
      if (i > 0) {
        text.append(',');
      }
      append(value.attributes().get(i).bytes(), text);
    }
    return text.append(')').toString();
  }

  private static void append(byte @Nullable [] attribute, StringBuilder to) {
    if (attribute != null) {
      String text = new String(attribute, StandardCharsets.UTF_8);
      to.append('"').append(text.replace("\\", "\\\\").replace("\"", "\"\"")).append('"');
    }
  }
}
