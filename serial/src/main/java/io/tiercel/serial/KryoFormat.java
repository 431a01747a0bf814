package io.tiercel.serial;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import com.esotericsoftware.kryo.util.MapReferenceResolver;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Kryo with references, compatible fields, and the allowed classes by number. Numbers up to 8 are
/// Kryo's own, then come arrays, classes of the JDK, and those that were listed, each with its
/// array.
final class KryoFormat implements Format<byte[]> {
  private static final int FIRST_OF_JDK = 16;
  private static final int FIRST_LISTED = 256;
  private static final int FIRST_BYTES = 512;
  private static final int MAX_DEPTH = 500;

  /// New ones go to the end.
  private static final List<Class<?>> ARRAYS =
      List.of(
          byte[].class,
          boolean[].class,
          char[].class,
          short[].class,
          int[].class,
          long[].class,
          float[].class,
          double[].class,
          String[].class,
          Object[].class,
          Boolean[].class,
          Byte[].class,
          Character[].class,
          Short[].class,
          Integer[].class,
          Long[].class,
          Float[].class,
          Double[].class,
          byte[][].class,
          int[][].class,
          long[][].class,
          double[][].class,
          String[][].class);

  private final AllowedClasses allowed;
  private final @Nullable Consumer<Kryo> settings;
  private final Idle<Kryo> idle = new Idle<>(this::make);

  KryoFormat(AllowedClasses allowed, @Nullable Consumer<Kryo> settings) {
    this.allowed = allowed;
    this.settings = settings;
  }

  private Kryo make() {
    Kryo kryo = new Registered(allowed);
    kryo.setRegistrationRequired(true);
    kryo.setReferences(true);
    kryo.setMaxDepth(MAX_DEPTH);
    kryo.setClassLoader(allowed.loader());
    kryo.setDefaultSerializer(BoundedSerializers.ofFields());
    int number = FIRST_OF_JDK;
    for (Class<?> type : ARRAYS) {
      register(kryo, type, number++);
    }
    for (Class<?> type : JdkClasses.INSTANCES) {
      register(kryo, type, number++);
      register(kryo, type.arrayType(), number++);
    }
    number = FIRST_LISTED;
    for (Class<?> type : allowed.listed()) {
      if (!type.isInterface()) {
        register(kryo, type, number);
        register(kryo, type.arrayType(), number + 1);
      }
      number += 2;
    }
    if (settings != null) {
      settings.accept(kryo);
    }
    return kryo;
  }

  private static void register(Kryo kryo, Class<?> type, int number) {
    Serializer<?> bounded = BoundedSerializers.of(kryo, type);
    if (bounded == null) {
      kryo.register(type, number);
    } else {
      kryo.register(type, bounded, number);
    }
  }

  @Override
  public byte[] write(Object graph) {
    Kryo kryo = idle.take();
    var out = new Output(FIRST_BYTES, -1);
    try {
      kryo.writeClassAndObject(out, graph);
    } catch (RuntimeException e) {
      idle.giveBack(kryo);
      throw e;
    }
    idle.giveBack(kryo);
    return out.toBytes();
  }

  @Override
  public @Nullable Object read(byte[] stored) {
    Kryo kryo = idle.take();
    var in = new BoundedInput(stored);
    Object graph;
    try {
      graph = kryo.readClassAndObject(in);
    } catch (RuntimeException e) {
      idle.giveBack(kryo);
      throw e;
    }
    idle.giveBack(kryo);
    if (in.position() < stored.length) {
      throw new KryoException(stored.length - in.position() + " bytes follow it");
    }
    return graph;
  }

  @Override
  public @Nullable String mendOfReading(Exception failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains("unregistered class ID") || message.contains("unknown type")
        ? "list the classes in the order in which they were when it was written, new ones at the"
            + " end"
        : null;
  }

  @Override
  public @Nullable String mendOfWriting(Exception failure) {
    return String.valueOf(failure.getMessage()).contains("no-arg constructor")
        ? "give the class a constructor without arguments, which may be private"
        : null;
  }

  /// Tells which class it is that was not listed.
  private static final class Registered extends Kryo {
    private final AllowedClasses allowed;

    Registered(AllowedClasses allowed) {
      super(new Numbers(allowed), new MapReferenceResolver());
      this.allowed = allowed;
    }

    @Override
    @SuppressWarnings("rawtypes") // as inherited
    protected String unregisteredClassMessage(Class type) {
      throw allowed.refusal(type.getName(), null);
    }
  }

  /// Every class that is allowed has a number, so a name is that of none.
  private static final class Numbers extends DefaultClassResolver {
    private final AllowedClasses allowed;

    Numbers(AllowedClasses allowed) {
      this.allowed = allowed;
    }

    @Override
    protected Registration readName(Input input) {
      input.readVarInt(true);
      throw allowed.refusal(String.valueOf(input.readString()), null);
    }
  }
}
