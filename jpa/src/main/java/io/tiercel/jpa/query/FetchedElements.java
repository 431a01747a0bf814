package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;

/// Entities that a query fetches without having them in its from clause, and what it fetches of
/// them. Confined to one translation.
///
/// @param path how error messages call them
record FetchedElements(
    EntityMapping mapping,
    String path,
    Map<ToOneAttribute, FetchedElements> toOnes,
    Map<ToManyAttribute, FetchedElements> collections) {

  static FetchedElements of(EntityMapping mapping, String path) {
    return new FetchedElements(mapping, path, new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  FetchedElements fetch(ToOneAttribute attribute) {
    return toOnes.computeIfAbsent(
        attribute, _ -> of(attribute.target().mapping(), path + "." + attribute.name()));
  }

  FetchedElements fetch(ToManyAttribute attribute) {
    return collections.computeIfAbsent(
        attribute, _ -> of(attribute.target().mapping(), path + "." + attribute.name()));
  }

  FetchTree tree() {
    return toOnes.isEmpty() && collections.isEmpty()
        ? FetchTree.NONE
        : new FetchTree(trees(toOnes), trees(collections));
  }

  static <A> Map<A, FetchTree> trees(Map<A, FetchedElements> elements) {
    return elements.entrySet().stream()
        .collect(Collectors.toUnmodifiableMap(Entry::getKey, entry -> entry.getValue().tree()));
  }
}
