package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.query.EntitySelection.JoinedToOne;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fetch joins of a query: to-one associations come in the same row, collections are loaded for
/// all owners right after the result. Confined to one translation.
final class Fetches {

  private final Translation translation;
  private final Map<TableSource, List<ToOne>> toOnes = new LinkedHashMap<>();
  private final Map<TableSource, FetchedElements> collections = new LinkedHashMap<>();
  private final Map<TableSource, Integer> owners = new LinkedHashMap<>();
  private final Map<String, Integer> firstColumns = new HashMap<>();

  private record ToOne(ToOneAttribute attribute, TableSource target) {}

  Fetches(Translation translation) {
    this.translation = translation;
  }

  void add(int at, TableSource owner, ToOneAttribute attribute, TableSource target) {
    owners.putIfAbsent(owner, at);
    toOnes.computeIfAbsent(owner, _ -> new ArrayList<>()).add(new ToOne(attribute, target));
  }

  /// Fetches a collection; what is returned takes what is fetched of its elements.
  FetchedElements add(int at, TableSource owner, PluralAttribute attribute) {
    owners.putIfAbsent(owner, at);
    return of(owner).fetch(attribute);
  }

  private FetchedElements of(TableSource owner) {
    return collections.computeIfAbsent(
        owner, source -> FetchedElements.of(source.mapping(), source.mapping().entityName()));
  }

  /// The selection of an entity with what is fetched with it; its columns go to the end of
  /// `columns`.
  EntitySelection select(TableSource source, List<String> columns, @Nullable String alias) {
    owners.remove(source);
    EntityMapping mapping = source.mapping();
    int firstColumn = columns.size();
    firstColumns.putIfAbsent(source.alias(), firstColumn);
    columns.addAll(source.source().columns(mapping));
    columns.addAll(source.source().marks(mapping));
    var joined =
        toOnes.getOrDefault(source, List.of()).stream()
            .map(fetch -> new JoinedToOne(fetch.attribute, select(fetch.target, columns, null)))
            .toList();
    var fetched = of(source).collections();
    return new EntitySelection(
        mapping,
        firstColumn,
        joined,
        List.copyOf(fetched.keySet()),
        FetchedElements.trees(fetched),
        alias);
  }

  /// Where the columns of the entities begin that are selected or fetched by a join, by the aliases
  /// of their tables.
  Map<String, Integer> firstColumns() {
    return firstColumns;
  }

  /// Refuses fetches whose owner has not been selected (specification 4.4.5.3).
  void checkOwnersSelected() {
    owners.forEach(
        (owner, at) -> {
          throw translation.error(
              at,
              "a join fetches an association of %s, which the query does not select"
                  .formatted(owner.mapping().entityName()),
              "select the entity, or join without FETCH");
        });
  }
}
