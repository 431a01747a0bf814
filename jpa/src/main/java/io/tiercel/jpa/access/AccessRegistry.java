package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The generated access classes of a persistence unit; each is generated when its entity is first
/// asked for. Safe for any number of threads.
public final class AccessRegistry {
  private final ConcurrentHashMap<EntityMapping, EntityAccess> accesses = new ConcurrentHashMap<>();

  private final ConcurrentHashMap<EmbeddedAttribute, EmbeddableAccess> embedded =
      new ConcurrentHashMap<>();

  /// Empty: nothing is generated before it is asked for.
  public AccessRegistry() {}

  /// The access to instances of that entity. [MappingException] names the class and the mend when
  /// its instances cannot be made or reached: no constructor without arguments, an inner class, a
  /// final attribute, a package that its module does not open.
  public EntityAccess of(EntityMapping mapping) {
    EntityAccess known = accesses.get(mapping);
    return known != null ? known : accesses.computeIfAbsent(mapping, EntityAccessClass::generate);
  }

  /// The access to values of an embedded attribute. [MappingException] as above.
  public EmbeddableAccess of(EmbeddedAttribute attribute) {
    EmbeddableAccess known = embedded.get(attribute);
    return known != null
        ? known
        : embedded.computeIfAbsent(attribute, EmbeddableAccessClass::generate);
  }

  /// The access to ids of an entity, null when its id is one basic attribute. Generated anew: keep
  /// it. [MappingException] as above.
  public @Nullable EmbeddableAccess ofId(EntityMapping mapping) {
    EmbeddedAttribute composite = mapping.id().composite();
    return composite == null ? null : EmbeddableAccessClass.generate(composite);
  }
}
