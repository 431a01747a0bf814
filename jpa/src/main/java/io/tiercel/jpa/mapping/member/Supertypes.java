package io.tiercel.jpa.mapping.member;

import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.Entity;
import org.jspecify.annotations.Nullable;

/// The entities above a class.
public final class Supertypes {

  private Supertypes() {}

  /// The nearest entity above a class, null when there is none.
  public static @Nullable Class<?> nearest(Class<?> type) {
    for (Class<?> up = type.getSuperclass(); up != null; up = up.getSuperclass()) {
      if (Annotations.has(up, Entity.class)) {
        return up;
      }
    }
    return null;
  }
}
