package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A type whose value is one Java value: a table from Java class to the decoders and encoders of
/// both formats. Everything a class needs is composed when the table is built: at once for the
/// classes that most programs ask for, for [the rest][Builder#rest] when one of them is asked for.
/// Each entry is a lambda or more, and each lambda a class that a start has to wait for.
final class ScalarCodec implements TypeCodec {
  static final Decoder<String> UTF8 = ScalarCodec::utf8;
  static final ValueWriter<String> TEXT = ScalarCodec::putText;

  private final String typeName;
  private final Class<?> javaType;
  private final Format preferredFormat;
  private final Format parameterFormat;
  private final @Nullable Consumer<Builder> rest;

  /// Replaced once by one that is complete; threads may do so at the same time, with the same.
  private volatile Table table;

  private record Table(
      Map<Class<?>, Reading> readings, Map<Class<?>, Writing> writings, boolean isComplete) {}

  private record Reading(@Nullable Decoder<?> binary, Decoder<?> text) {}

  private record Writing(@Nullable Encoder<?> binary, Encoder<?> text) {}

  private ScalarCodec(Builder builder) {
    typeName = builder.typeName;
    javaType = builder.javaType;
    preferredFormat = builder.preferredFormat;
    parameterFormat = builder.parameterFormat;
    rest = builder.rest;
    table = builder.table(rest == null);
  }

  private Table complete() {
    Table known = table;
    if (known.isComplete || rest == null) {
      return known;
    }
    var builder = new Builder(typeName, javaType);
    builder.readings.putAll(known.readings);
    builder.writings.putAll(known.writings);
    rest.accept(builder);
    // What is known already stays as it is.
    builder.readings.putAll(known.readings);
    builder.writings.putAll(known.writings);
    Table complete = builder.table(true);
    table = complete;
    return complete;
  }

  /// Starts the table of a type that is read as `javaType` when nobody asks for more.
  static Builder of(String typeName, Class<?> javaType) {
    return new Builder(typeName, javaType);
  }

  @Override
  public String typeName() {
    return typeName;
  }

  @Override
  public Class<?> javaType() {
    return javaType;
  }

  @Override
  public Format preferredFormat() {
    return preferredFormat;
  }

  @Override
  public Format parameterFormat() {
    return parameterFormat;
  }

  @Override
  public Set<Class<?>> readableAs() {
    return complete().readings.keySet();
  }

  @Override
  public Set<Class<?>> writableFrom() {
    return complete().writings.keySet();
  }

  @Override
  public @Nullable Decoder<?> planDecoder(Format format, Class<?> target) {
    Reading reading = table.readings.get(target);
    if (reading == null) {
      reading = complete().readings.get(target);
    }
    if (reading == null && target.isAssignableFrom(javaType)) {
      reading = table.readings.get(javaType);
    }
    if (reading == null) {
      return null;
    }
    return format == Format.BINARY ? reading.binary : reading.text;
  }

  @Override
  public @Nullable Encoder<?> planEncoder(Format format, Class<?> source) {
    Writing writing = table.writings.get(source);
    if (writing == null) {
      writing = complete().writings.get(source);
    }
    if (writing == null) {
      writing = writingOfSupertype(source);
    }
    if (writing == null) {
      return null;
    }
    return format == Format.BINARY ? writing.binary : writing.text;
  }

  private @Nullable Writing writingOfSupertype(Class<?> source) {
    for (Map.Entry<Class<?>, Writing> entry : complete().writings.entrySet()) {
      if (entry.getKey().isAssignableFrom(source)) {
        return entry.getValue();
      }
    }
    return null;
  }

  /// Collects the classes of one type. Confined to one thread.
  static final class Builder {
    private final String typeName;
    private final Class<?> javaType;
    private final Map<Class<?>, Reading> readings = new LinkedHashMap<>();
    private final Map<Class<?>, Writing> writings = new LinkedHashMap<>();
    private Format preferredFormat = Format.BINARY;
    private Format parameterFormat = Format.BINARY;
    private @Nullable Consumer<Builder> rest;

    private Builder(String typeName, Class<?> javaType) {
      this.typeName = typeName;
      this.javaType = javaType;
    }

    /// The type travels as text only.
    Builder textOnly() {
      preferredFormat = Format.TEXT;
      parameterFormat = Format.TEXT;
      return this;
    }

    /// Parameters are sent as text, for the server reads more spellings than we do; binary is
    /// written only where nothing else will do, as in a binary COPY.
    Builder sentAsText() {
      parameterFormat = Format.TEXT;
      return this;
    }

    <T> Builder reads(Class<T> target, @Nullable Decoder<T> binary, Decoder<T> text) {
      readings.put(target, new Reading(binary, text));
      return this;
    }

    <T> Builder writes(Class<T> source, @Nullable ValueWriter<T> binary, ValueWriter<T> text) {
      Encoder<T> binaryEncoder =
          binary == null ? null : new PlannedEncoder<>(Format.BINARY, binary);
      writings.put(source, new Writing(binaryEncoder, new PlannedEncoder<>(Format.TEXT, text)));
      return this;
    }

    /// A class that both formats are read to directly, the text by a parser of strings.
    <T> Builder parses(Class<T> target, @Nullable Decoder<T> binary, Function<String, T> parser) {
      return reads(target, binary, parsed(typeName, parser));
    }

    /// A class that both formats are written from directly.
    <T> Builder prints(Class<T> source, @Nullable ValueWriter<T> binary, Function<T, String> text) {
      return writes(source, binary, printed(text));
    }

    /// A class that is read by way of another one.
    <B, T> Builder views(Class<T> target, Class<B> base, Function<B, T> view) {
      Reading from = readings.get(base);
      if (from == null) {
        throw new IllegalStateException(typeName + " does not read " + base);
      }
      readings.put(
          target,
          new Reading(
              from.binary == null ? null : viewed(from.binary, view), viewed(from.text, view)));
      return this;
    }

    /// A class that is written by way of another one.
    <B, T> Builder accepts(Class<T> source, Class<B> base, Function<T, B> conversion) {
      Writing to = writings.get(base);
      if (to == null) {
        throw new IllegalStateException(typeName + " does not write " + base);
      }
      writings.put(
          source,
          new Writing(
              to.binary == null ? null : converted(to.binary, conversion),
              converted(to.text, conversion)));
      return this;
    }

    /// Classes that few programs ask for; those above go before them.
    Builder rest(Consumer<Builder> further) {
      rest = further;
      return this;
    }

    private Table table(boolean isComplete) {
      return new Table(
          Collections.unmodifiableMap(new LinkedHashMap<>(readings)),
          Collections.unmodifiableMap(new LinkedHashMap<>(writings)),
          isComplete);
    }

    ScalarCodec build() {
      return new ScalarCodec(this);
    }

    private static <B, T> Decoder<T> viewed(Decoder<?> decoder, Function<B, T> view) {
      // The table maps a class to decoders of that class: reads() and parses() see to it.
      @SuppressWarnings("unchecked")
      Decoder<B> typed = (Decoder<B>) decoder;
      return (source, offset, length) -> view.apply(typed.decode(source, offset, length));
    }

    private static <B, T> Encoder<T> converted(Encoder<?> encoder, Function<T, B> conversion) {
      // As above.
      @SuppressWarnings("unchecked")
      Encoder<B> typed = (Encoder<B>) encoder;
      return new PlannedEncoder<>(
          typed.format(), (value, out) -> typed.encode(conversion.apply(value), out));
    }
  }

  /// A decoder of text by a parser that may throw what parsers of the JDK throw.
  static <T> Decoder<T> parsed(String typeName, Function<String, T> parser) {
    return (source, offset, length) -> {
      try {
        return parser.apply(utf8(source, offset, length));
      } catch (CodecException e) {
        throw e;
      } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
        throw new CodecException(
            SqlState.INVALID_TEXT_REPRESENTATION, "malformed text value of " + typeName, e);
      }
    };
  }

  static <T> ValueWriter<T> printed(Function<T, String> text) {
    return (value, out) -> out.putUtf8(text.apply(value));
  }

  static String utf8(byte[] source, int offset, int length) {
    return new String(source, offset, length, StandardCharsets.UTF_8);
  }

  static void putText(String value, WriteBuffer out) {
    out.putUtf8(value);
  }
}
