package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.bean.UnitBeans;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.TypeBindings;
import io.tiercel.jpa.mapping.source.Annotations;
import io.tiercel.jpa.mapping.type.Boxed;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.PersistenceException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The attribute converters of a unit (section 3.9). Nulls pass by a converter: a null attribute is
/// a null column. There is one instance of each class.
final class Converters {
  private final List<Class<?>> declared;
  private final UnitBeans beans;
  private volatile @Nullable Map<Class<?>, Class<?>> autoApplied;

  Converters(Collection<Class<?>> managedClasses, UnitBeans beans) {
    this.beans = beans;
    this.declared =
        managedClasses.stream().filter(AttributeConverter.class::isAssignableFrom).toList();
  }

  /// A converter, made and ready, and the type that it gives the column.
  record Found(Class<?> databaseType, Conversion conversion) {}

  /// The converter for the attribute, null when it has none. `implicit` says whether converters
  /// that apply by themselves may (not to ids, versions, enumerated or temporal attributes).
  @Nullable Found find(PersistentMember member, @Nullable Convert convert, boolean implicit) {
    if (convert != null && convert.disableConversion()) {
      return null;
    }
    if (convert != null && convert.converter() != AttributeConverter.class) {
      return make(member, convert.converter());
    }
    Class<?> found = implicit ? autoApplied().get(Boxed.of(member.javaType())) : null;
    return found == null ? null : make(member, found);
  }

  private Map<Class<?>, Class<?>> autoApplied() {
    Map<Class<?>, Class<?>> known = autoApplied;
    if (known == null) {
      known = new HashMap<>();
      for (Class<?> converter : declared) {
        Converter annotation = Annotations.of(converter, Converter.class);
        if (annotation != null && annotation.autoApply()) {
          known.put(new TypeBindings(converter).argument(AttributeConverter.class, 0), converter);
        }
      }
      autoApplied = known;
    }
    return known;
  }

  private Found make(PersistentMember member, Class<?> converter) {
    TypeBindings bindings = new TypeBindings(converter);
    Class<?> attributeType = bindings.argument(AttributeConverter.class, 0);
    if (!attributeType.isAssignableFrom(Boxed.of(member.javaType()))) {
      throw member.refusal(
          "the converter %s takes %s, but the attribute is %s"
              .formatted(converter.getName(), attributeType.getName(), member.javaType().getName()),
          "name a converter of the attribute's type in @Convert.");
    }
    return new Found(
        bindings.argument(AttributeConverter.class, 1),
        new UserConversion(instance(member, converter), converter, name(member)));
  }

  /// The conversion by a converter that no annotation of the specification names.
  static Conversion conversion(
      PersistentMember member, AttributeConverter<Object, Object> converter, Class<?> named) {
    return new UserConversion(() -> converter, named, name(member));
  }

  private static String name(PersistentMember member) {
    return member.javaMember().getDeclaringClass().getSimpleName() + "." + member.name();
  }

  // A converter's type arguments were compared with the attribute's type by make.
  @SuppressWarnings("unchecked")
  private Supplier<AttributeConverter<Object, Object>> instance(
      PersistentMember member, Class<?> converter) {
    return (Supplier<AttributeConverter<Object, Object>>)
        beans.of(
            converter,
            (cause, mend) ->
                member.refusal(
                    "its converter %s cannot be constructed: %s"
                        .formatted(converter.getName(), cause),
                    mend));
  }

  /// @param attribute named by errors
  private record UserConversion(
      Supplier<AttributeConverter<Object, Object>> instance, Class<?> type, String attribute)
      implements Conversion {
    @Override
    public Object toColumn(Object attributeValue) {
      AttributeConverter<Object, Object> converter = instance.get();
      try {
        return converter.convertToDatabaseColumn(attributeValue);
      } catch (RuntimeException e) {
        throw failure("write", e);
      }
    }

    @Override
    public Object toAttribute(Object columnValue) {
      AttributeConverter<Object, Object> converter = instance.get();
      try {
        return converter.convertToEntityAttribute(columnValue);
      } catch (RuntimeException e) {
        throw failure("read", e);
      }
    }

    /// A converter may read something as null, which it is not asked to write.
    @Override
    public Object rewritten(Object columnValue) {
      Object attribute = toAttribute(columnValue);
      return attribute == null ? columnValue : toColumn(attribute);
    }

    /// Section 3.8: what a converter throws is wrapped, and so marks the transaction.
    private PersistenceException failure(String what, RuntimeException cause) {
      return new PersistenceException(
          "could not %s %s: its converter %s threw %s"
              .formatted(what, attribute, type.getName(), cause),
          cause);
    }
  }
}
