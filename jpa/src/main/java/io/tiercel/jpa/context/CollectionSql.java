package io.tiercel.jpa.context;

import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute.JoinTable;
import java.util.Objects;
import java.util.stream.Collectors;

/// The query that reads one collection of many owners: the target's columns in mapping order, then
/// the owner's key, for owners in the array `$1`.
final class CollectionSql {
  private CollectionSql() {}

  static String of(ToManyAttribute attribute, EntityDescriptor owner, EntityDescriptor target) {
    String order =
        attribute.orderBy().isEmpty()
            ? ""
            : attribute.orderBy().stream()
                .map(term -> "t." + term.column().sql() + (term.descending() ? " desc" : ""))
                .collect(Collectors.joining(", ", " order by ", ""));
    JoinTable joinTable = attribute.joinTable();
    if (joinTable != null) {
      String own = joinTable.ownColumns().getFirst().sql();
      return "select %s, j.%s from %s as j join %s as t on t.%s = j.%s where j.%s = any($1)%s"
          .formatted(
              target.columnList,
              own,
              joinTable.table().sql(),
              target.mapping.table().sql(),
              target.mapping.id().column().sql(),
              joinTable.targetColumns().getFirst().sql(),
              own,
              order);
    }
    String key =
        attribute.mappedBy() == null
            ? attribute.targetColumns().getFirst().sql()
            : target
                .toOne(Objects.requireNonNull(attribute.mappedBy(), owner::toString))
                .joinColumns()
                .getFirst()
                .sql();
    return "select %s, t.%s from %s as t where t.%s = any($1)%s"
        .formatted(target.columnList, key, target.mapping.table().sql(), key, order);
  }
}
