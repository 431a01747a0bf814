package io.tiercel.jpa.mapping;

import jakarta.persistence.Convert;
import jakarta.persistence.OrderColumn;

/// The annotations of attributes that mean something we cannot do yet: refused rather than ignored.
final class Unsupported {
  private Unsupported() {}

  static void refuse(PersistentMember member) {
    if (member.has(OrderColumn.class) && !ElementCollectionReader.isElementCollection(member)) {
      throw member.refusal(
          "an @OrderColumn of an association is not supported yet",
          "give the target a position attribute and use @OrderBy.");
    }
    if (java.util.Map.class.isAssignableFrom(member.javaType())
        && !member.has(Convert.class)
        && !ElementCollectionReader.isElementCollection(member)) {
      throw member.refusal(
          "a Map of entities is not supported yet",
          "use a List or Set, and build the map where it is needed.");
    }
  }
}
