package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Entity types in foreign-key order: a referenced type before those that refer to it, and where no
/// reference is against it, the owner of an `@OneToMany @JoinColumn` before its elements. In a ring
/// of types the walk leaves out an optional reference first; a row that points along a left-out one
/// is inserted without it and completed by an update. Immutable.
public final class TypeOrder {
  private final Map<EntityDescriptor, Integer> positions = new HashMap<>();
  private final List<EntityDescriptor> ordered = new ArrayList<>();

  TypeOrder(Collection<EntityDescriptor> types, Descriptors descriptors) {
    Set<EntityDescriptor> present = new HashSet<>(types);
    Set<EntityDescriptor> entered = new HashSet<>();
    types.stream()
        .sorted(Comparator.comparing(EntityDescriptor::toString))
        .forEach(type -> visit(type, present, entered, descriptors));
  }

  private void visit(
      EntityDescriptor type,
      Set<EntityDescriptor> present,
      Set<EntityDescriptor> entered,
      Descriptors descriptors) {
    if (!entered.add(type)) {
      return;
    }
    type.orderingToOnes.stream()
        // Required references first: they must not be the one that closes a ring.
        .sorted(Comparator.comparing(TypeOrder::mayWait))
        .map(attribute -> descriptors.of(attribute.target().type()))
        .flatMap(target -> withSubtypes(target, present))
        .forEach(target -> visit(target, present, entered, descriptors));
    present.stream()
        .filter(owner -> owns(owner, type, descriptors))
        .sorted(Comparator.comparing(EntityDescriptor::toString))
        .filter(owner -> !leadsToWaiting(owner, present, entered, new HashSet<>(), descriptors))
        .forEach(owner -> visit(owner, present, entered, descriptors));
    positions.put(type, ordered.size());
    ordered.add(type);
  }

  /// Whether the table of the elements has a foreign key to the owner that no attribute of theirs
  /// stands for.
  private static boolean owns(
      EntityDescriptor owner, EntityDescriptor element, Descriptors descriptors) {
    return owner != element
        && owner.toManys.stream()
            .anyMatch(
                attribute ->
                    !attribute.targetColumns().isEmpty()
                        && element.isA(descriptors.of(attribute.target().type())));
  }

  /// Whether the type refers to one that the walk has entered and not placed yet, itself included.
  private boolean leadsToWaiting(
      EntityDescriptor type,
      Set<EntityDescriptor> present,
      Set<EntityDescriptor> entered,
      Set<EntityDescriptor> seen,
      Descriptors descriptors) {
    if (positions.containsKey(type) || !seen.add(type)) {
      return false;
    }
    return entered.contains(type)
        || type.orderingToOnes.stream()
            .map(attribute -> descriptors.of(attribute.target().type()))
            .flatMap(target -> withSubtypes(target, present))
            .anyMatch(target -> leadsToWaiting(target, present, entered, seen, descriptors));
  }

  /// Whether a row may be inserted without what it refers to.
  private static boolean mayWait(ToOneAttribute attribute) {
    return attribute.joinColumns().stream().anyMatch(Column::nullable);
  }

  /// Which of the present types an association with that one may lead to.
  private static Stream<EntityDescriptor> withSubtypes(
      EntityDescriptor target, Set<EntityDescriptor> present) {
    if (!target.mapping.isPolymorphic()) {
      return present.contains(target) ? Stream.of(target) : Stream.of();
    }
    return present.stream()
        .filter(type -> type.isA(target))
        .sorted(Comparator.comparing(EntityDescriptor::toString));
  }

  public List<EntityDescriptor> referencedFirst() {
    return ordered;
  }

  public List<EntityDescriptor> referencedLast() {
    return ordered.reversed();
  }

  /// Whether rows of `target` are inserted after those of `type`.
  public boolean isLater(EntityDescriptor target, EntityDescriptor type) {
    Integer targetPosition = positions.get(target);
    Integer typePosition = positions.get(type);
    return targetPosition != null && typePosition != null && targetPosition > typePosition;
  }
}
