package io.tiercel.serial;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.SerializerFactory;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CompatibleFieldSerializer;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;
import com.esotericsoftware.kryo.serializers.MapSerializer;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Serializers that Kryo lacks, and those of its own for what is made as long as it is said to be,
/// where [BoundedInput] does not see the length by itself.
final class BoundedSerializers {
  private BoundedSerializers() {}

  /// For a class that has one; null for the others.
  static @Nullable Serializer<?> of(Kryo kryo, Class<?> type) {
    if (type == UUID.class) {
      return new Uuids();
    }
    if (type == URI.class) {
      return new Uris();
    }
    if (type == HashMap.class) {
      return new Maps();
    }
    boolean isUnseen =
        type == boolean[].class || (type.isArray() && !type.componentType().isPrimitive());
    return isUnseen ? new Arrays(ofKryo(kryo, type)) : null;
  }

  @SuppressWarnings("unchecked") // it is asked for nothing but arrays of that type
  private static Serializer<Object> ofKryo(Kryo kryo, Class<?> type) {
    return kryo.getDefaultSerializer(type);
  }

  /// Those of classes, by their fields' names.
  static SerializerFactory<CompatibleFieldSerializer<?>> ofFields() {
    return new SerializerFactory.BaseSerializerFactory<>() {
      @Override
      @SuppressWarnings("rawtypes") // as inherited
      public CompatibleFieldSerializer<?> newSerializer(Kryo kryo, Class type) {
        return new Fields(kryo, type);
      }
    };
  }

  private static final class Fields extends CompatibleFieldSerializer<Object> {
    Fields(Kryo kryo, Class<?> type) {
      super(kryo, type);
    }

    @Override
    @SuppressWarnings("unchecked") // a raw map of Kryo's
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
      // The first object of a class in a graph begins with how many fields it has.
      if (!kryo.getGraphContext().containsKey(this)) {
        claimNext(input);
      }
      return super.read(kryo, input, type);
    }
  }

  private static void claimNext(Input input) {
    int start = input.position();
    ((BoundedInput) input).claim(input.readVarInt(true));
    input.setPosition(start);
  }

  private static final class Uuids extends ImmutableSerializer<UUID> {
    @Override
    public void write(Kryo kryo, Output output, UUID uuid) {
      output.writeLong(uuid.getMostSignificantBits());
      output.writeLong(uuid.getLeastSignificantBits());
    }

    @Override
    public UUID read(Kryo kryo, Input input, Class<? extends UUID> type) {
      return new UUID(input.readLong(), input.readLong());
    }
  }

  private static final class Uris extends ImmutableSerializer<URI> {
    @Override
    public void write(Kryo kryo, Output output, URI uri) {
      output.writeString(uri.toString());
    }

    @Override
    public URI read(Kryo kryo, Input input, Class<? extends URI> type) {
      return URI.create(input.readString());
    }
  }

  private static final class Maps extends MapSerializer<Map<?, ?>> {
    @Override
    protected Map<?, ?> create(Kryo kryo, Input input, Class<? extends Map<?, ?>> type, int size) {
      ((BoundedInput) input).claim(size);
      return super.create(kryo, input, type, size);
    }
  }

  /// An array, whose length is ahead of it, and one more.
  private static final class Arrays extends Serializer<Object> {
    private final Serializer<Object> inner;

    Arrays(Serializer<Object> inner) {
      this.inner = inner;
      setAcceptsNull(true);
    }

    @Override
    public void write(Kryo kryo, Output output, Object array) {
      inner.write(kryo, output, array);
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
      claimNext(input);
      return inner.read(kryo, input, type);
    }
  }
}
