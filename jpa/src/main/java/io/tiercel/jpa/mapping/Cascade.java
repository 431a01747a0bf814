package io.tiercel.jpa.mapping;

import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.CascadeType;
import java.util.Set;

/// The operations that an association passes on (Jakarta Persistence 3.2, section 3.2).
public record Cascade(
    boolean persist, boolean merge, boolean remove, boolean refresh, boolean detach) {

  /// Passes nothing on.
  public static final Cascade NONE = new Cascade(false, false, false, false, false);

  /// From the annotation's values; `ALL` stands for each of the others. A unit may have every
  /// association pass persist on.
  public static Cascade of(Set<CascadeType> types) {
    boolean all = types.contains(CascadeType.ALL);
    return new Cascade(
        all || types.contains(CascadeType.PERSIST) || Annotations.source().cascadesPersist(),
        all || types.contains(CascadeType.MERGE),
        all || types.contains(CascadeType.REMOVE),
        all || types.contains(CascadeType.REFRESH),
        all || types.contains(CascadeType.DETACH));
  }
}
