package io.tiercel.jpa.mapping.member;

import io.tiercel.jpa.mapping.source.AnnotationView;
import io.tiercel.jpa.mapping.source.DerivedAnnotations;
import jakarta.persistence.Column;
import jakarta.persistence.Enumerated;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.MapKeyEnumerated;
import jakarta.persistence.MapKeyTemporal;
import java.lang.annotation.Annotation;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a map attribute's annotations say about its keys, as if the key were an attribute of its
/// own (sections 11.1.33 to 11.1.39).
///
/// @param map the attribute
public record KeyAnnotations(PersistentMember map) implements DerivedAnnotations {

  @Override
  @SuppressWarnings({"deprecation", "unchecked"}) // @Temporal; each view is of the type asked for
  public <T extends Annotation> @Nullable T getAnnotation(Class<T> type) {
    if (type == Column.class) {
      return (T) column();
    }
    if (type == Enumerated.class) {
      return (T) view(Enumerated.class, map.annotation(MapKeyEnumerated.class));
    }
    if (type == jakarta.persistence.Temporal.class) {
      return (T) view(jakarta.persistence.Temporal.class, map.annotation(MapKeyTemporal.class));
    }
    return null;
  }

  /// The key's column is called after the attribute and never null.
  private Column column() {
    MapKeyColumn written = map.annotation(MapKeyColumn.class);
    boolean named = written != null && !written.name().isEmpty();
    Map<String, Object> instead =
        named
            ? Map.of("nullable", false)
            : Map.of("nullable", false, "name", defaultName(map.name()));
    return new AnnotationView<>(Column.class, written, instead).make();
  }

  /// Section 11.1.33.
  public static String defaultName(String attribute) {
    return attribute + "_KEY";
  }

  private static <A extends Annotation> @Nullable A view(
      Class<A> as, @Nullable Annotation written) {
    return written == null ? null : new AnnotationView<>(as, written, Map.of()).make();
  }

  @Override
  @SuppressWarnings("deprecation") // @Temporal
  public Annotation[] getAnnotations() {
    return Stream.of(Column.class, Enumerated.class, jakarta.persistence.Temporal.class)
        .map(this::getAnnotation)
        .flatMap(Stream::ofNullable)
        .toArray(Annotation[]::new);
  }

  @Override
  public Annotation[] getDeclaredAnnotations() {
    return getAnnotations();
  }
}
