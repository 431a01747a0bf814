package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Entities that a query fetches without having them in its from clause, and what it fetches of
/// them. Confined to one translation.
///
/// @param mapping null for elements that are values
/// @param path how error messages call them
record FetchedElements(
    @Nullable EntityMapping mapping,
    String path,
    Map<ToOneAttribute, FetchedElements> toOnes,
    Map<PluralAttribute, FetchedElements> collections) {

  static FetchedElements of(@Nullable EntityMapping mapping, String path) {
    return new FetchedElements(mapping, path, new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  FetchedElements fetch(ToOneAttribute attribute) {
    return toOnes.computeIfAbsent(
        attribute, _ -> of(attribute.target().mapping(), path + "." + attribute.name()));
  }

  FetchedElements fetch(PluralAttribute attribute) {
    EntityMapping target =
        switch (attribute) {
          case ToManyAttribute toMany -> toMany.target().mapping();
          case ElementCollectionAttribute _ -> null;
        };
    return collections.computeIfAbsent(attribute, _ -> of(target, path + "." + attribute.name()));
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
