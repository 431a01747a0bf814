package io.tiercel.jpa.mapping;

import java.util.function.Supplier;

/// A reference from one entity's mapping to another's, resolved on first use, because entities
/// refer to each other in circles and each is read only when it is needed.
public final class EntityReference {
  private final Class<?> type;
  private final Supplier<EntityMapping> resolver;

  /// The resolver may be called more than once, from any thread, and must return the same mapping.
  public EntityReference(Class<?> type, Supplier<EntityMapping> resolver) {
    this.type = type;
    this.resolver = resolver;
  }

  /// The entity class, known without resolving.
  public Class<?> type() {
    return type;
  }

  /// The target's mapping.
  public EntityMapping mapping() {
    return resolver.get();
  }

  @Override
  public String toString() {
    return type.getName();
  }
}
