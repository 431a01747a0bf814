package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.CollectionKey;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.ArrayList;
import java.util.List;

/// The associations of an entity by kind, and what any of them asks for.
///
/// @param plurals collections of values among them
/// @param cascadesPersist whether persisting an instance reaches others, by its values too
/// @param removesOrphans whether what falls out of one is taken for removed
/// @param isTracked whether a flush compares one with what it held before
record Associations(
    List<ToOneAttribute> owningToOnes,
    List<ToOneAttribute> inverseToOnes,
    List<ToManyAttribute> toManys,
    List<PluralAttribute> plurals,
    boolean cascadesPersist,
    boolean removesOrphans,
    boolean isTracked) {
  Associations {
    owningToOnes = List.copyOf(owningToOnes);
    inverseToOnes = List.copyOf(inverseToOnes);
    toManys = List.copyOf(toManys);
    plurals = List.copyOf(plurals);
  }

  static Associations of(EntityMapping mapping) {
    List<ToOneAttribute> owning = new ArrayList<>();
    List<ToOneAttribute> inverse = new ArrayList<>();
    List<ToManyAttribute> toManys = new ArrayList<>();
    List<PluralAttribute> plurals = new ArrayList<>();
    boolean persists = false;
    boolean removes = false;
    boolean isTracked = false;
    for (Attribute attribute : mapping.indexed()) {
      if (attribute instanceof PluralAttribute plural) {
        plurals.add(plural);
      }
      if (attribute instanceof ToOneAttribute toOne) {
        (toOne.isOwning() ? owning : inverse).add(toOne);
        persists |= toOne.cascade().persist();
        removes |= toOne.orphanRemoval();
      } else if (attribute instanceof ToManyAttribute toMany) {
        toManys.add(toMany);
        persists |= toMany.cascade().persist();
        removes |= toMany.orphanRemoval();
        isTracked |= EntityDescriptor.isTracked(toMany);
      } else if (attribute instanceof ElementCollectionAttribute values) {
        persists |= persists(values.element());
        persists |=
            values.shape().key() instanceof CollectionKey.Stored(Attribute key) && persists(key);
      }
    }
    return new Associations(
        owning, inverse, toManys, plurals, persists, removes, removes || isTracked);
  }

  /// Whether an element or key of a collection of values passes the operation on; one that is an
  /// entity does not.
  private static boolean persists(Attribute value) {
    return value instanceof EmbeddedAttribute embedded
        && embedded.toOnes().stream().anyMatch(toOne -> toOne.cascade().persist());
  }
}
