package io.tiercel.json.mapping;

import io.tiercel.jpa.format.AttributeFormat;
import io.tiercel.jpa.format.AttributeParts;
import io.tiercel.json.path.MappedPath;
import jakarta.persistence.AttributeConverter;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.util.List;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

///
/// `@StoredAs(Jsonb.class)` at an attribute of an entity: its value is a document in a column of
/// type
/// `jsonb`. The attribute may be a record, a sealed hierarchy with Jackson's `@JsonTypeInfo`, a
/// bean, a
/// `Map`, a `List`, a tree of Jackson, or a String, which is the document itself.
///
/// Queries follow paths into it by the names of its members, in Java or in JSON; [PathIndex]
/// declares their indexes.
///
/// Written and read by Jackson 3. A member that the class does not know is refused rather than lost
/// with the next update; `@JsonIgnoreProperties(ignoreUnknown = true)` or `@JsonAnySetter` say
/// otherwise. Numbers without a type keep all their digits. Stateless, safe for any number of
/// threads.
public final class Jsonb implements AttributeFormat {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          // What is equal is written equally, whatever the order in which a map was filled.
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
          .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
          .build();

  /// For the provider, which makes one for each attribute.
  public Jsonb() {}

  @Override
  public String sqlType() {
    return "jsonb";
  }

  @Override
  public AttributeConverter<Object, String> converter(Type type) {
    if (type == String.class) {
      return new Text();
    }
    return converter(MAPPER.constructType(type));
  }

  /// Between values of a type and the text of JSON.
  static AttributeConverter<Object, String> converter(JavaType type) {
    // A part of a tree is compared with any value.
    ObjectWriter writer = JsonMembers.isOpen(type) ? MAPPER.writer() : MAPPER.writerFor(type);
    return new Document(MAPPER.readerFor(type), writer);
  }

  /// The paths that [PathIndex] declares at an attribute, for a
  /// [io.tiercel.json.path.DocumentTable].
  ///
  /// @param attribute the name of a field of the class itself
  /// @throws IllegalArgumentException if there is no such field, or a path is none of its type
  public static List<MappedPath> paths(Class<?> entity, String attribute) {
    try {
      Field field = entity.getDeclaredField(attribute);
      return JsonParts.of(field.getGenericType(), field).paths();
    } catch (NoSuchFieldException e) {
      throw new IllegalArgumentException(
          "no field \"%s\" in %s".formatted(attribute, entity.getName()), e);
    }
  }

  @Override
  public AttributeParts parts(Type type, AnnotatedElement attribute) {
    return JsonParts.of(type, attribute);
  }

  /// The document as it is.
  private record Text() implements AttributeConverter<Object, String> {
    @Override
    public String convertToDatabaseColumn(Object attribute) {
      return (String) attribute;
    }

    @Override
    public Object convertToEntityAttribute(String column) {
      return column;
    }
  }

  private record Document(ObjectReader reader, ObjectWriter writer)
      implements AttributeConverter<Object, String> {
    @Override
    public String convertToDatabaseColumn(Object attribute) {
      return writer.writeValueAsString(attribute);
    }

    @Override
    public Object convertToEntityAttribute(String column) {
      return reader.readValue(column);
    }
  }
}
