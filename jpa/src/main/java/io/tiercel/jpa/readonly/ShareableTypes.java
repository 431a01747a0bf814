package io.tiercel.jpa.readonly;

import io.tiercel.jpa.access.EmbeddedMember;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.CollectionKey;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Which entities have instances that all may share with what they lead to. Safe for any number of
/// threads.
final class ShareableTypes {
  private final Descriptors descriptors;
  private final ConcurrentHashMap<EntityDescriptor, Boolean> known = new ConcurrentHashMap<>();

  ShareableTypes(Descriptors descriptors) {
    this.descriptors = descriptors;
  }

  boolean contains(EntityDescriptor type) {
    Boolean told = known.get(type);
    if (told == null) {
      told = !type.isRecord && isKnownByRows(type) && canBeShared(type.mapping);
      known.put(type, told);
    }
    return told;
  }

  /// Whether rows and collections that are in the cache tell all of its state, now and whenever
  /// they change.
  private boolean isKnownByRows(EntityDescriptor type) {
    if (!isStored(type) || !type.inverseToOnes.isEmpty()) {
      return false;
    }
    EntityDescriptor[] targets = type.targets(descriptors);
    for (int i = 0; i < targets.length; i++) {
      ToOneAttribute attribute = type.owningToOnes.get(i);
      if (!attribute.refersToId() || type.mayBeMissing(attribute) || !isStored(targets[i])) {
        return false;
      }
    }
    return type.plurals.stream().allMatch(type.collections()::containsKey);
  }

  private static boolean isStored(EntityDescriptor type) {
    return type.shared != null && type.shared.isStored();
  }

  /// Whether no thread can see what another one has half loaded, wherever this leads.
  private static boolean canBeShared(EntityMapping from) {
    Set<EntityMapping> seen = new HashSet<>();
    return canBeShared(from, seen);
  }

  private static boolean canBeShared(EntityMapping type, Set<EntityMapping> seen) {
    for (EntityMapping one : type.root().withSubtypes()) {
      if (!seen.add(one)) {
        continue;
      }
      for (Attribute attribute : one.indexed()) {
        // Properties are read and written by methods that load lazy instances, and are kept from
        // that for a moment in which others see the instance.
        if (attribute.javaMember() instanceof Method) {
          return false;
        }
        boolean leadsOn =
            switch (attribute) {
              case ToOneAttribute toOne -> canBeShared(toOne.target().mapping(), seen);
              case ToManyAttribute toMany ->
                  canBeShared(toMany.target().mapping(), seen)
                      && (!(toMany.shape().key()
                              instanceof CollectionKey.Stored(ToOneAttribute key))
                          || canBeShared(key.target().mapping(), seen));
              case ElementCollectionAttribute values -> !refers(values);
              default -> true;
            };
        if (!leadsOn) {
          return false;
        }
      }
    }
    return true;
  }

  /// Whether values of the collection refer to entities.
  private static boolean refers(ElementCollectionAttribute values) {
    return refers(values.element())
        || (values.shape().key() instanceof CollectionKey.Stored(Attribute key) && refers(key));
  }

  private static boolean refers(Attribute value) {
    return value instanceof ToOneAttribute
        || (value instanceof EmbeddedAttribute embedded
            && !EmbeddedMember.toOnes(embedded).isEmpty());
  }
}
