package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute.JoinTable;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The conditions that tie the tables of an association together.
final class Associations {

  private Associations() {}

  /// Owner and target of a to-one.
  static String toOne(TableSource owner, ToOneAttribute attribute, TableSource target) {
    return attribute.isOwning()
        ? target.restricted(
            equal(
                columns(target, attribute.referencedColumns()),
                columns(owner, attribute.joinColumns())))
        : inverse(owner, owning(target.mapping(), String.valueOf(attribute.mappedBy())), target);
  }

  /// The table between the two of a to-many, or null when the target's table has the foreign key.
  static @Nullable Table joinTable(ToManyAttribute attribute) {
    var joinTable = attribute.joinTable();
    return joinTable == null ? null : joinTable.table();
  }

  /// Owner and target of a to-many whose foreign key is in the target's table.
  static String toMany(TableSource owner, ToManyAttribute attribute, TableSource target) {
    String mappedBy = attribute.mappedBy();
    return mappedBy == null
        ? target.restricted(equal(columns(target, attribute.targetColumns()), id(owner)))
        : inverse(owner, owning(target.mapping(), mappedBy), target);
  }

  private static String inverse(TableSource owner, ToOneAttribute owning, TableSource target) {
    return target.restricted(
        equal(columns(target, owning.joinColumns()), columns(owner, owning.referencedColumns())));
  }

  /// Owner and join table.
  static String ownSide(TableSource owner, JoinTable joinTable, String joinAlias) {
    return equal(columns(joinAlias, joinTable.ownColumns()), id(owner));
  }

  /// Owner and the rows of a collection of values.
  static String elements(
      TableSource owner, ElementCollectionAttribute attribute, TableSource rows) {
    return equal(columns(rows, attribute.table().ownColumns()), id(owner));
  }

  /// Target and join table.
  static String targetSide(JoinTable joinTable, String joinAlias, TableSource target) {
    return target.restricted(equal(id(target), columns(joinAlias, joinTable.targetColumns())));
  }

  private static List<String> id(TableSource source) {
    return columns(source, source.mapping().id().columns());
  }

  private static List<String> columns(TableSource source, List<Column> columns) {
    return columns.stream().map(source::column).toList();
  }

  private static List<String> columns(String alias, List<Column> columns) {
    return columns.stream().map(column -> alias + "." + column.sql()).toList();
  }

  /// The owning attribute, which may be in an embeddable.
  private static ToOneAttribute owning(EntityMapping target, String mappedBy) {
    List<Attribute> attributes = target.attributes();
    for (String name : mappedBy.split("\\.", -1)) {
      switch (named(attributes, name)) {
        case ToOneAttribute owning -> {
          return owning;
        }
        case EmbeddedAttribute embedded -> attributes = embedded.attributes();
        case null, default -> attributes = List.of();
      }
    }
    throw new IllegalStateException(
        "no to-one \"%s\" in entity %s, though the mapping was read with it"
            .formatted(mappedBy, target));
  }

  static @Nullable Attribute named(List<Attribute> attributes, String name) {
    for (var attribute : attributes) {
      if (attribute.name().equals(name)) {
        return attribute;
      }
    }
    return null;
  }

  private static String equal(List<String> left, List<String> right) {
    if (left.size() != right.size()) {
      throw new IllegalStateException("foreign key %s does not fit %s".formatted(left, right));
    }
    return IntStream.range(0, left.size())
        .mapToObj(i -> left.get(i) + " = " + right.get(i))
        .collect(Collectors.joining(" and "));
  }
}
