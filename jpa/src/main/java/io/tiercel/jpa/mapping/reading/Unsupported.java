package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.format.StoredAs;
import io.tiercel.jpa.mapping.member.PersistentMember;
import jakarta.persistence.Convert;

/// The annotations of attributes that mean something we cannot do yet: refused rather than ignored.
final class Unsupported {
  private Unsupported() {}

  static void refuse(PersistentMember member) {
    if (java.util.Map.class.isAssignableFrom(member.javaType())
        && !member.has(Convert.class)
        && !member.has(StoredAs.class)
        && !ToManyReader.isToMany(member)
        && !ElementCollectionReader.isElementCollection(member)) {
      throw member.refusal(
          "it is a Map, but nothing says of what",
          "annotate it with @ElementCollection, @OneToMany or @ManyToMany, or with @Convert.");
    }
  }
}
