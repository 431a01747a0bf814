package io.tiercel.json.mapping;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.jsontype.NamedType;

/// The members that documents of a type have, as Jackson writes them.
final class JsonMembers {
  private JsonMembers() {}

  /// A member.
  ///
  /// @param name in JSON
  record Member(String name, JavaType type) {}

  /// Whether any member may be there, for the class does not tell.
  static boolean isOpen(JavaType type) {
    return type.getRawClass() == Object.class
        || JsonNode.class.isAssignableFrom(type.getRawClass());
  }

  /// The type that stands in the document in place of one: of what an Optional holds, or what
  /// `@JsonValue` gives.
  static JavaType written(JavaType type) {
    if (type.isReferenceType()) {
      return written(type.getContentType());
    }
    if (isOpen(type) || type.isContainerType() || type.isEnumType() || type.isPrimitive()) {
      return type;
    }
    AnnotatedMember value = describe(type).findJsonValueAccessor();
    return value == null ? type : written(value.getType());
  }

  /// A member by its name in Java or in JSON; null if there is none.
  static @Nullable Member find(JavaType type, String name) {
    if (isOpen(type)) {
      return new Member(name, type);
    }
    if (type.isMapLikeType()) {
      return new Member(name, type.getContentType());
    }
    return members(type).get(name);
  }

  /// The names of the members, in Java and in JSON, as far as the class tells them.
  static Set<String> names(JavaType type) {
    return isOpen(type) ? Set.of() : members(type).keySet();
  }

  /// By their names in Java and in JSON; where these cross, the name in JSON counts.
  private static Map<String, Member> members(JavaType type) {
    if (isOpen(type)
        || type.isContainerType()
        || JsonScalar.of(type) != null
        || type.isEnumType()) {
      return Map.of();
    }
    Map<String, Member> byName = new LinkedHashMap<>();
    Map<String, Member> byJavaName = new LinkedHashMap<>();
    var config = Jsonb.MAPPER.serializationConfig();
    var classes = config.classIntrospectorInstance().introspectClassAnnotations(type);
    JsonTypeInfo kinds = classes.getAnnotation(JsonTypeInfo.class);
    if (kinds != null && isMember(kinds)) {
      String name =
          kinds.property().isEmpty() ? kinds.use().getDefaultPropertyName() : kinds.property();
      byName.put(name, new Member(name, config.constructType(String.class)));
    }
    add(type, byName, byJavaName);
    for (NamedType subtype :
        config.getSubtypeResolver().collectAndResolveSubtypesByClass(config, classes)) {
      if (subtype.getType() != type.getRawClass()) {
        add(
            config.getTypeFactory().constructSpecializedType(type, subtype.getType()),
            byName,
            byJavaName);
      }
    }
    byJavaName.forEach(byName::putIfAbsent);
    return byName;
  }

  private static boolean isMember(JsonTypeInfo kinds) {
    return kinds.use() != JsonTypeInfo.Id.DEDUCTION
        && (kinds.include() == JsonTypeInfo.As.PROPERTY
            || kinds.include() == JsonTypeInfo.As.EXISTING_PROPERTY);
  }

  private static void add(
      JavaType type, Map<String, Member> byName, Map<String, Member> byJavaName) {
    for (BeanPropertyDefinition property : describe(type).findProperties()) {
      AnnotatedMember accessor = property.getAccessor();
      if (accessor == null || isWrittenOtherwise(accessor)) {
        continue;
      }
      var member = new Member(property.getName(), property.getPrimaryType());
      // Subtypes may have a member of the same name and another type: then nothing tells it.
      byName.merge(member.name(), member, JsonMembers::common);
      byJavaName.merge(property.getInternalName(), member, JsonMembers::common);
    }
  }

  /// Whether annotations at the property say how it is written, which its type alone does not.
  private static boolean isWrittenOtherwise(AnnotatedMember accessor) {
    JsonSerialize serialized = accessor.getAnnotation(JsonSerialize.class);
    return accessor.hasAnnotation(JsonFormat.class)
        || accessor.hasAnnotation(JsonUnwrapped.class)
        || accessor.hasAnnotation(JsonDeserialize.class)
        || serialized != null;
  }

  private static Member common(Member one, Member other) {
    return one.type().equals(other.type())
        ? one
        : new Member(one.name(), Jsonb.MAPPER.constructType(Object.class));
  }

  private static BeanDescription describe(JavaType type) {
    var introspector = Jsonb.MAPPER.serializationConfig().classIntrospectorInstance();
    return introspector.introspectForSerialization(
        type, introspector.introspectClassAnnotations(type));
  }

  /// What its elements are; null if it has none.
  static @Nullable JavaType element(JavaType type) {
    if (isOpen(type)) {
      return type;
    }
    return type.isCollectionLikeType() || type.isArrayType() ? type.getContentType() : null;
  }
}
