package io.tiercel.jpa.load;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.KeyedSelect;
import io.tiercel.jpa.descriptor.Places;
import io.tiercel.jpa.descriptor.RootSelect.Joined;
import io.tiercel.jpa.descriptor.RootSelect.Joins;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute.JoinTable;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.write.KeyFilter;
import io.tiercel.jpa.write.TableCatalog;
import io.tiercel.jpa.write.TableKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The query that reads one collection of many owners: the target's columns in mapping order, then
/// the columns that refer to the owner and those of position or key, then those of what is joined.
///
/// @param select takes the owners' keys
/// @param ownerColumns those columns
/// @param joined what to-ones of the target lead to
record CollectionSql(KeyedSelect select, List<Column> ownerColumns, List<Joined> joined) {

  /// @param paths of what is joined, each beginning with the name of the attribute; with any of
  ///     them the query is for one owner
  static CollectionSql of(
      ToManyAttribute attribute,
      @Nullable Places places,
      EntityDescriptor target,
      List<String> paths,
      Descriptors descriptors,
      TableCatalog catalog,
      Session session) {
    JoinTable joinTable = attribute.joinTable();
    List<Column> own = joinTable != null ? joinTable.ownColumns() : foreignKey(attribute, target);
    List<String> keys =
        own.stream()
            .map(column -> joinTable != null ? "j." + column.sql() : target.source.column(column))
            .toList();
    // What is joined to the elements is for one owner, see CollectionReader.
    KeyFilter filter =
        paths.isEmpty()
            ? filter(joinTable, own, keys, target, catalog, session)
            : KeyFilter.ofOne(new TableKey(own), keys, target.source.restriction());
    String from =
        joinTable == null
            ? target.source.declaration()
            : "%s as j join %s on %s"
                .formatted(
                    joinTable.table().sql(),
                    target.source.declaration(),
                    targetSide(joinTable, target));
    List<String> columns = new ArrayList<>(target.columns(target.source));
    columns.addAll(keys);
    if (places != null) {
      places.columns.forEach(column -> columns.add(place(attribute, target, column)));
    }
    Joins joins = new Joins(descriptors, paths, columns);
    List<Joined> joined = joins.join(target, target.source, attribute.name() + "/");
    String sql =
        "select %s from %s%s%s%s"
            .formatted(
                String.join(", ", columns),
                from,
                joins.sql(),
                filter.sql(),
                order(attribute, target));
    return new CollectionSql(new KeyedSelect(sql, filter), own, joined);
  }

  private static KeyFilter filter(
      @Nullable JoinTable joinTable,
      List<Column> own,
      List<String> keys,
      EntityDescriptor target,
      TableCatalog catalog,
      Session session) {
    return joinTable == null
        ? target.filter(own, catalog, session)
        : KeyFilter.of(
            joinTable.table(),
            new TableKey(own),
            keys,
            target.source.restriction(),
            catalog,
            session);
  }

  private static List<Column> foreignKey(ToManyAttribute attribute, EntityDescriptor target) {
    return attribute.mappedBy() == null
        ? attribute.targetColumns()
        : target.toOne(Objects.requireNonNull(attribute.mappedBy())).joinColumns();
  }

  private static String targetSide(JoinTable joinTable, EntityDescriptor target) {
    List<Column> ids = target.key.columns();
    return IntStream.range(0, ids.size())
        .mapToObj(
            i ->
                "%s = j.%s"
                    .formatted(
                        target.source.column(ids.get(i)), joinTable.targetColumns().get(i).sql()))
        .collect(Collectors.joining(" and "));
  }

  /// The value of a column of position or key.
  private static String place(ToManyAttribute attribute, EntityDescriptor target, Column column) {
    return attribute.joinTable() != null ? column.read("j") : target.source.column(column);
  }

  private static String order(ToManyAttribute attribute, EntityDescriptor target) {
    Column position = attribute.shape().position();
    if (position != null) {
      return " order by " + place(attribute, target, position);
    }
    return attribute.orderBy().isEmpty()
        ? ""
        : attribute.orderBy().stream()
            .map(term -> target.source.column(term.column()) + (term.descending() ? " desc" : ""))
            .collect(Collectors.joining(", ", " order by ", ""));
  }
}
