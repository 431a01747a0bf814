package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.format.AttributeFormat;
import io.tiercel.jpa.format.AttributeParts;
import io.tiercel.jpa.format.StoredAs;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.type.BasicType;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Convert;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/// Attributes that name a format of their own by [StoredAs].
final class StoredFormats {
  private StoredFormats() {}

  /// The type of an attribute that names a format; null for others.
  static @Nullable BasicType find(PersistentMember member, @Nullable Convert convert) {
    StoredAs stored = member.annotation(StoredAs.class);
    if (stored == null) {
      return null;
    }
    if (convert != null && !convert.disableConversion()) {
      throw member.refusal(
          "it has a format of its own and a converter", "remove @StoredAs or @Convert.");
    }
    AttributeFormat format = make(member, stored.value());
    return new BasicType(String.class, conversion(member, format)).in(format.sqlType());
  }

  private static AttributeFormat make(
      PersistentMember member, Class<? extends AttributeFormat> format) {
    try {
      return format.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw member.refusal(
          "its format %s cannot be constructed: %s".formatted(format.getName(), e),
          "give it a public constructor without parameters that does not fail.");
    }
  }

  // Of both: what writes an Object to a String also writes an Object to an Object.
  @SuppressWarnings("unchecked")
  private static Conversion conversion(PersistentMember member, AttributeFormat format) {
    AttributeConverter<?, ?> converter;
    try {
      converter = format.converter(type(member));
    } catch (IllegalArgumentException e) {
      throw member.refusal(
          "the format %s cannot hold it: %s".formatted(format.getClass().getName(), e.getMessage()),
          "use another type or another format.");
    }
    Conversion whole =
        Converters.conversion(
            member, (AttributeConverter<Object, Object>) converter, format.getClass());
    return new FormatConversion(member, format, whole);
  }

  /// The parts of a value are read from its class when they are asked for.
  private static final class FormatConversion implements Conversion {
    private final PersistentMember member;
    private final AttributeFormat format;
    private final Conversion whole;
    private volatile @Nullable Read read;

    /// What was read, once it was.
    private record Read(@Nullable AttributeParts parts) {}

    FormatConversion(PersistentMember member, AttributeFormat format, Conversion whole) {
      this.member = member;
      this.format = format;
      this.whole = whole;
    }

    @Override
    public Object toColumn(Object attributeValue) {
      return whole.toColumn(attributeValue);
    }

    @Override
    public Object toAttribute(Object columnValue) {
      return whole.toAttribute(columnValue);
    }

    @Override
    public Object rewritten(Object columnValue) {
      return whole.rewritten(columnValue);
    }

    @Override
    public @Nullable AttributeParts parts() {
      Read known = read;
      if (known == null) {
        known = new Read(ofFormat());
        read = known;
      }
      return known.parts;
    }

    private @Nullable AttributeParts ofFormat() {
      if (!(member.javaMember() instanceof AnnotatedElement annotated)) {
        return null;
      }
      try {
        return format.parts(type(member), annotated);
      } catch (IllegalArgumentException e) {
        throw member.refusal(
            "what it declares of its parts is wrong: " + e.getMessage(), "change its annotations.");
      }
    }
  }

  /// The declared type with its arguments, as far as they are written at the attribute: not where
  /// it is an element of a collection, or a type variable of a superclass.
  private static Type type(PersistentMember member) {
    Type declared =
        switch (member.javaMember()) {
          case Field field -> field.getGenericType();
          case Method getter -> getter.getGenericReturnType();
          default -> member.javaType();
        };
    return declared instanceof ParameterizedType generic
            && generic.getRawType() == member.javaType()
        ? generic
        : member.javaType();
  }
}
