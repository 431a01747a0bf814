package io.tiercel.jpa.mapping;

import jakarta.persistence.InheritanceType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An entity's place in its hierarchy (Jakarta Persistence 3.2, sections 2.12 and 2.13). An entity
/// that neither extends another nor is extended is the root of a hierarchy of its own.
///
/// @param root the topmost entity
/// @param supertype the nearest entity above, null for the root
/// @param subtypes the entities right below, in the order of the unit
/// @param strategy how the hierarchy is stored
/// @param discriminator the column that tells a row's class, null when none is needed or asked for;
///     its slot is the same in the rows of all entities of the hierarchy
/// @param discriminatorValue what rows of exactly this entity have there, null without a column
/// @param isAbstract whether there are no instances of exactly this entity
public record Inheritance(
    Class<?> root,
    @Nullable Class<?> supertype,
    List<Class<?>> subtypes,
    InheritanceType strategy,
    @Nullable Column discriminator,
    @Nullable Object discriminatorValue,
    boolean isAbstract) {

  public Inheritance {
    subtypes = List.copyOf(subtypes);
  }

  /// Whether the entity stands alone: its rows are of one class and nobody else's.
  public boolean isAlone() {
    return supertype == null && subtypes.isEmpty();
  }

  /// Whether its own columns stand in a table beside those of other classes, so that none of them
  /// can be required.
  public boolean sharesTable() {
    return supertype != null && strategy == InheritanceType.SINGLE_TABLE;
  }

  /// Whether it has a primary table that continues the one of its supertype.
  boolean continuesTable() {
    return supertype != null && strategy == InheritanceType.JOINED;
  }

  /// Whether each concrete class of the hierarchy has a table with all its columns.
  public boolean hasTablePerClass() {
    return strategy == InheritanceType.TABLE_PER_CLASS && !isAlone();
  }
}
