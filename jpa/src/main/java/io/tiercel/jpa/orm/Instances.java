package io.tiercel.jpa.orm;

import io.tiercel.jpa.mapping.source.AnnotationSource;
import java.lang.annotation.Annotation;
import java.util.Collection;

/// Picks the annotations of one type.
final class Instances {
  private Instances() {}

  static <A extends Annotation> A[] of(Class<A> type, Collection<? extends Annotation> all) {
    return all.stream()
        .filter(type::isInstance)
        .map(type::cast)
        .toList()
        .toArray(AnnotationSource.noneOf(type));
  }
}
