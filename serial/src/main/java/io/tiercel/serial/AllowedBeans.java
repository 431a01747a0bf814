package io.tiercel.serial;

import java.io.Serial;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.bean.BeanSerializerBase;

/// Refuses classes that are not allowed where Jackson would look into them, which it does once for
/// each. Values and collections, of which it knows by itself how they are read, run no code that
/// what is stored chooses.
final class AllowedBeans {
  private AllowedBeans() {}

  static JacksonModule module(AllowedClasses classes) {
    return new SimpleModule("tiercel-allowed-classes")
        // A set that has an order comes back in it.
        .addAbstractTypeMapping(Set.class, LinkedHashSet.class)
        .setSerializerModifier(new Written(classes))
        .setDeserializerModifier(new Read(classes));
  }

  private static final class Written extends ValueSerializerModifier {
    @Serial private static final long serialVersionUID = 1;

    private final transient AllowedClasses classes;

    Written(AllowedClasses classes) {
      this.classes = classes;
    }

    @Override
    public ValueSerializer<?> modifySerializer(
        SerializationConfig config, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
      if (serializer instanceof BeanSerializerBase) {
        classes.require(bean.getBeanClass());
      }
      return serializer;
    }

    @Override
    public ValueSerializer<?> modifyEnumSerializer(
        SerializationConfig config,
        JavaType type,
        BeanDescription.Supplier bean,
        ValueSerializer<?> serializer) {
      classes.require(type.getRawClass());
      return serializer;
    }
  }

  private static final class Read extends ValueDeserializerModifier {
    @Serial private static final long serialVersionUID = 1;

    private final transient AllowedClasses classes;

    Read(AllowedClasses classes) {
      this.classes = classes;
    }

    @Override
    public ValueDeserializer<?> modifyDeserializer(
        DeserializationConfig config,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      classes.require(bean.getBeanClass());
      return deserializer;
    }

    @Override
    public ValueDeserializer<?> modifyEnumDeserializer(
        DeserializationConfig config,
        JavaType type,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      classes.require(type.getRawClass());
      return deserializer;
    }
  }
}
