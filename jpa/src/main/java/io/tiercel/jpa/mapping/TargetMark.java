package io.tiercel.jpa.mapping;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A lazy association with a class that has subclasses, of which a result tells to which of them it
/// leads: so its target can stay unread and still be an instance of its own class.
///
/// A result of the owner has one more column for each, a subquery that reads the target's
/// discriminator by its primary key. There is none where telling the class costs nearly as much as
/// reading the row: in a union of tables, and over many joined tables without a discriminator.
///
/// @param owner the class of the hierarchy that is read in whose row the foreign key stands
public record TargetMark(EntityMapping owner, ToOneAttribute attribute) {
  private static final int MAX_TABLES = 4;

  /// Those of an entity and its subtypes, in the order of their columns in a result.
  public static List<TargetMark> of(EntityMapping entity) {
    List<TargetMark> marks = new ArrayList<>();
    Set<ToOneAttribute> seen = new LinkedHashSet<>();
    for (EntityMapping type : entity.withSubtypes()) {
      type.indexed().stream()
          .filter(ToOneAttribute.class::isInstance)
          .map(ToOneAttribute.class::cast)
          .filter(attribute -> isMarked(type, attribute) && seen.add(attribute))
          .forEach(attribute -> marks.add(new TargetMark(type, attribute)));
    }
    return List.copyOf(marks);
  }

  private static boolean isMarked(EntityMapping owner, ToOneAttribute attribute) {
    if (!attribute.isOwning() || !attribute.lazy() || !attribute.refersToId()) {
      return false;
    }
    EntityMapping target = attribute.target().mapping();
    boolean isOwnId = attribute.joinColumns().getFirst().slot() < owner.id().columns().size();
    return target.isPolymorphic()
        && !(isOwnId && attribute.optional())
        && !target.inheritance().hasTablePerClass()
        && (target.inheritance().discriminator() != null || tables(target) <= MAX_TABLES);
  }

  private static int tables(EntityMapping target) {
    return new EntitySource(target, "t").tables().size();
  }

  /// The class of what the column holds.
  public Class<?> columnType() {
    Column discriminator = attribute.target().mapping().inheritance().discriminator();
    return discriminator == null ? Integer.class : discriminator.columnType();
  }

  /// The column, in a query that reads its owner from that source.
  String sql(EntitySource from) {
    EntityMapping target = attribute.target().mapping();
    Column discriminator = target.inheritance().discriminator();
    // No alias of a query ends like this, so nothing outside is hidden.
    String alias = from.alias() + "_mark";
    if (discriminator == null) {
      EntitySource source = new EntitySource(target, alias);
      List<String> ids = target.id().columns().stream().map(source::column).toList();
      return "(select %s from %s where %s)"
          .formatted(source.type(), source.declaration(), equal(ids, from));
    }
    EntityTable root = target.root().primaryTable();
    List<String> ids = root.key().stream().map(column -> column.read(alias)).toList();
    return "(select %s from %s as %s where %s)"
        .formatted(discriminator.read(alias), root.table().sql(), alias, equal(ids, from));
  }

  private String equal(List<String> ids, EntitySource from) {
    return IntStream.range(0, ids.size())
        .mapToObj(
            i ->
                "%s = %s".formatted(ids.get(i), from.column(owner, attribute.joinColumns().get(i))))
        .collect(Collectors.joining(" and "));
  }
}
