package io.tiercel.wire.codec;

import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.lang.invoke.MethodType;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Plans how values travel between Java and PostgreSQL: a [Decoder] or [Encoder] per (type, format,
/// Java class), which then decides nothing per value. Plans are kept.
///
/// [#builtin()] knows the types that every server has. Enums, domains, composites and types of
/// extensions are different in each database: [#with(Collection)] adds them. A type nobody knows is
/// read and written as the server's text, as String.
///
/// Logically immutable, safe for any number of threads.
public final class Codecs {
  private static final TypeCodec UNKNOWN = Texts.spelled("a type without a codec");

  private static final Codecs BUILTIN = builtin(new BuiltinTypes());

  /// Where to ask about types that are not in [#types]; shares its plans among all connections.
  private final @Nullable Codecs parent;

  private final IntFunction<@Nullable TypeCodec> types;
  private final Map<Integer, Integer> arrayOids;
  private final Map<Plan, Decoder<?>> decoders = new ConcurrentHashMap<>();
  private final Map<Plan, Encoder<?>> encoders = new ConcurrentHashMap<>();

  private record Plan(int oid, Format format, Class<?> javaClass) {}

  private Codecs(
      @Nullable Codecs parent,
      IntFunction<@Nullable TypeCodec> types,
      Map<Integer, Integer> arrayOids) {
    this.parent = parent;
    this.types = types;
    this.arrayOids = arrayOids;
  }

  private static Codecs builtin(BuiltinTypes types) {
    return new Codecs(null, types::codec, types.arrayOids());
  }

  /// The codecs of the built-in types.
  public static Codecs builtin() {
    return BUILTIN;
  }

  /// These codecs and those of the types defined here. Definitions of types already known are
  /// passed over. [TypeDefinition#QUERY] reads definitions from the catalog.
  public Codecs with(Collection<TypeDefinition> definitions) {
    var composed = new DefinedTypes(this, definitions);
    return new Codecs(this, composed.codecs()::get, composed.arrayOids());
  }

  /// Whether the type has a codec of its own. If not, its definition may be worth a look into the
  /// catalog.
  public boolean isKnown(int oid) {
    return find(oid) != null;
  }

  /// The format to ask the server for: binary where the type is known so, else text.
  public Format preferredFormat(int oid) {
    return type(oid).preferredFormat();
  }

  /// The format in which parameters of the type are sent.
  public Format parameterFormat(int oid) {
    return type(oid).parameterFormat();
  }

  /// The class that a value is read as when none is named. An array of more than one dimension is
  /// read as deeper Java array than this says.
  public Class<?> defaultJavaType(int oid) {
    return type(oid).javaType();
  }

  /// The decoder of a type to its default Java class.
  ///
  /// @throws CodecException `42804` if the type is not known in that format
  public Decoder<?> decoder(int oid, Format format) {
    return decoder(oid, format, Object.class);
  }

  /// The decoder of a type to `target`, which may be primitive or a supertype of what is read.
  ///
  /// @throws CodecException `42804` if the type cannot be read as that class
  public <T> Decoder<T> decoder(int oid, Format format, Class<T> target) {
    if (parent != null && types.apply(oid) == null) {
      return parent.decoder(oid, format, target);
    }
    var plan = new Plan(oid, format, target);
    Decoder<?> decoder = decoders.get(plan);
    if (decoder == null) {
      decoder = planDecoder(plan);
      if (isShareable(target)) {
        decoders.put(plan, decoder);
      }
    }
    // Planned for the class, or for its box, which is what a generic type of it means.
    @SuppressWarnings("unchecked")
    Decoder<T> typed = (Decoder<T>) decoder;
    return typed;
  }

  private Decoder<?> planDecoder(Plan plan) {
    TypeCodec type = type(plan.oid);
    Decoder<?> decoder = type.planDecoder(plan.format, boxed(plan.javaClass));
    if (decoder == null) {
      throw new CodecException(
          SqlState.DATATYPE_MISMATCH,
          "cannot read %s (oid %d, %s) as %s\nHint: it is read as %s; or cast it in the query."
              .formatted(
                  type.typeName(),
                  plan.oid,
                  plan.format,
                  plan.javaClass.getTypeName(),
                  listed(type.readableAs())));
    }
    return decoder;
  }

  /// The encoder of values of `source`, or of a subclass, as a parameter of a type: in its
  /// [#parameterFormat(int)].
  ///
  /// @throws CodecException `42804` if the type does not take that class
  public <T> Encoder<T> encoder(int oid, Class<T> source) {
    return encoder(oid, parameterFormat(oid), source);
  }

  /// As [#encoder(int, Class)], in a given format.
  public <T> Encoder<T> encoder(int oid, Format format, Class<T> source) {
    if (parent != null && types.apply(oid) == null) {
      return parent.encoder(oid, format, source);
    }
    var plan = new Plan(oid, format, source);
    Encoder<?> encoder = encoders.get(plan);
    if (encoder == null) {
      encoder = planEncoder(plan);
      if (isShareable(source)) {
        encoders.put(plan, encoder);
      }
    }
    // As above.
    @SuppressWarnings("unchecked")
    Encoder<T> typed = (Encoder<T>) encoder;
    return typed;
  }

  private Encoder<?> planEncoder(Plan plan) {
    TypeCodec type = type(plan.oid);
    Encoder<?> encoder = type.planEncoder(plan.format, boxed(plan.javaClass));
    if (encoder == null) {
      throw new CodecException(
          SqlState.DATATYPE_MISMATCH,
          "cannot write %s as %s (oid %d, %s)\nHint: pass %s, or cast the parameter in the query."
              .formatted(
                  plan.javaClass.getTypeName(),
                  type.typeName(),
                  plan.oid,
                  plan.format,
                  listed(type.writableFrom())));
    }
    return encoder;
  }

  /// The type of an array's elements, 0 if the type is no array or not known.
  public int elementOid(int arrayOid) {
    return find(arrayOid) instanceof ArrayCodec array ? array.elementOid() : 0;
  }

  /// The array type of an element type, 0 if it has none or is not known.
  public int arrayOid(int elementOid) {
    Integer known = arrayOids.get(elementOid);
    if (known != null) {
      return known;
    }
    return parent == null ? 0 : parent.arrayOid(elementOid);
  }

  /// The type to declare for a parameter of a Java class, 0 if the class alone does not tell: then
  /// the server shall infer it.
  public int defaultOid(Class<?> javaType) {
    Class<?> boxed = boxed(javaType);
    Integer known = DefaultOids.BY_CLASS.get(boxed);
    if (known != null) {
      return known;
    }
    return boxed.isArray() ? arrayOid(defaultOid(boxed.componentType())) : Oids.UNSPECIFIED;
  }

  @Nullable TypeCodec find(int oid) {
    TypeCodec type = types.apply(oid);
    return type != null || parent == null ? type : parent.find(oid);
  }

  private TypeCodec type(int oid) {
    TypeCodec type = find(oid);
    return type == null ? UNKNOWN : type;
  }

  static Class<?> boxed(Class<?> javaClass) {
    return javaClass.isPrimitive()
        ? MethodType.methodType(javaClass).wrap().returnType()
        : javaClass;
  }

  /// A plan for an application's class is made anew each time rather than kept, where it would keep
  /// the class from being unloaded. There are few: a List or a Number of one's own.
  private static boolean isShareable(Class<?> javaClass) {
    Class<?> leaf = javaClass;
    while (leaf.isArray()) {
      leaf = leaf.componentType();
    }
    ClassLoader loader = leaf.getClassLoader();
    return loader == null
        || loader == ClassLoader.getPlatformClassLoader()
        || loader == Codecs.class.getClassLoader();
  }

  private static String listed(Set<Class<?>> classes) {
    return classes.stream().map(Class::getTypeName).collect(Collectors.joining(", "));
  }

  /// Java classes that stand for one type by themselves. An [Object] of unknown type has none.
  private static final class DefaultOids {
    static final Map<Class<?>, Integer> BY_CLASS = new HashMap<>();

    static {
      BY_CLASS.put(Boolean.class, Oids.BOOL);
      BY_CLASS.put(Byte.class, Oids.INT2);
      BY_CLASS.put(Short.class, Oids.INT2);
      BY_CLASS.put(Integer.class, Oids.INT4);
      BY_CLASS.put(Long.class, Oids.INT8);
      BY_CLASS.put(Float.class, Oids.FLOAT4);
      BY_CLASS.put(Double.class, Oids.FLOAT8);
      BY_CLASS.put(java.math.BigDecimal.class, Oids.NUMERIC);
      BY_CLASS.put(java.math.BigInteger.class, Oids.NUMERIC);
      BY_CLASS.put(String.class, Oids.TEXT);
      BY_CLASS.put(Character.class, Oids.TEXT);
      BY_CLASS.put(byte[].class, Oids.BYTEA);
      BY_CLASS.put(java.util.UUID.class, Oids.UUID);
      BY_CLASS.put(java.time.LocalDate.class, Oids.DATE);
      BY_CLASS.put(java.time.LocalTime.class, Oids.TIME);
      BY_CLASS.put(java.time.OffsetTime.class, Oids.TIMETZ);
      BY_CLASS.put(java.time.LocalDateTime.class, Oids.TIMESTAMP);
      BY_CLASS.put(java.time.Instant.class, Oids.TIMESTAMPTZ);
      BY_CLASS.put(java.time.OffsetDateTime.class, Oids.TIMESTAMPTZ);
      BY_CLASS.put(java.time.ZonedDateTime.class, Oids.TIMESTAMPTZ);
      BY_CLASS.put(java.util.Date.class, Oids.TIMESTAMPTZ);
      BY_CLASS.put(java.sql.Date.class, Oids.DATE);
      BY_CLASS.put(java.sql.Time.class, Oids.TIME);
      BY_CLASS.put(java.sql.Timestamp.class, Oids.TIMESTAMP);
      BY_CLASS.put(Interval.class, Oids.INTERVAL);
      BY_CLASS.put(java.time.Duration.class, Oids.INTERVAL);
      BY_CLASS.put(java.time.Period.class, Oids.INTERVAL);
    }
  }
}
