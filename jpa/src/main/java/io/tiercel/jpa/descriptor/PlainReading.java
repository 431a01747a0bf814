package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.lang.reflect.Field;
import java.util.List;

/// Which entities can be read in the middle of a flight without anybody noticing: no getter and no
/// converter is called, which might use the EntityManager, and nothing is refused.
final class PlainReading {
  private PlainReading() {}

  /// A reference is refused when its target is not persisted, and a record's values are its
  /// accessors'.
  static boolean of(EntityDescriptor type) {
    return !type.isRecord
        && type.owningToOnes.isEmpty()
        && type.optionalTables.isEmpty()
        && isPlain(type.mapping.attributes());
  }

  private static boolean isPlain(List<Attribute> attributes) {
    for (Attribute attribute : attributes) {
      boolean isPlain =
          switch (attribute) {
            case BasicAttribute basic -> basic.javaMember() instanceof Field && isPlain(basic);
            case EmbeddedAttribute embedded ->
                embedded.javaMember() instanceof Field && isPlain(embedded.attributes());
            // They are no part of the row.
            case ToOneAttribute _, PluralAttribute _ -> true;
          };
      if (!isPlain) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(BasicAttribute basic) {
    Conversion conversion = basic.column().conversion();
    return conversion == null || conversion.isPlain();
  }
}
