package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.mapping.CollectionKey;
import io.tiercel.jpa.mapping.CollectionKind;
import io.tiercel.jpa.mapping.CollectionShape;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.DdlExtras;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.member.KeyAnnotations;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.source.AnnotationView;
import jakarta.persistence.Convert;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.MapKeyClass;
import jakarta.persistence.MapKeyJoinColumn;
import jakarta.persistence.MapKeyJoinColumns;
import jakarta.persistence.OrderColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads what orders the elements of one collection or names them: `@OrderColumn` (section 11.1.43)
/// and the keys of maps (sections 11.1.32 to 11.1.39). The columns join those of the collection's
/// rows.
final class CollectionShapes {
  private final Targets targets;
  private final EmbeddedReader reader;
  private final Table table;
  private final List<Column> columns;
  private final boolean isInTarget;

  /// @param reader adds to `columns`
  /// @param table holds the collection's rows
  /// @param columns those of a row so far
  /// @param isInTarget whether the table is that of the elements, which are entities
  CollectionShapes(
      Targets targets,
      EmbeddedReader reader,
      Table table,
      List<Column> columns,
      boolean isInTarget) {
    this.isInTarget = isInTarget;
    this.targets = targets;
    this.reader = reader;
    this.table = table;
    this.columns = columns;
  }

  static CollectionKind kind(PersistentMember member) {
    CollectionKind kind = CollectionKind.of(member.javaType());
    if (kind == null) {
      throw member.refusal(
          "%s cannot hold elements, because it is none of the four interfaces"
              .formatted(member.javaType().getName()),
          "declare it as java.util.Collection, List, Set or Map.");
    }
    return kind;
  }

  /// @param outer what is said about the attribute elsewhere
  CollectionShape read(PersistentMember member, CollectionKind kind, Overrides outer) {
    OrderColumn annotation = member.annotation(OrderColumn.class);
    if (annotation != null && kind != CollectionKind.LIST) {
      throw member.refusal(
          "it has an @OrderColumn, but only a List has positions",
          "declare it as java.util.List, or use @OrderBy.");
    }
    CollectionShape shape =
        new CollectionShape(
            kind,
            annotation == null ? null : position(member, annotation),
            kind == CollectionKind.MAP ? new CollectionKey.Stored(key(member, outer)) : null);
    checkWritten(member, shape);
    return shape;
  }

  /// In the target's table another attribute may write positions and keys, so that the collection
  /// only reads them. Nobody else writes the rows of a table that is the collection's own, and
  /// none of these is updated: a row that changes is deleted and inserted anew.
  private void checkWritten(PersistentMember member, CollectionShape shape) {
    List<Column> unwritten =
        shape.columns().stream()
            .filter(column -> !column.insertable() || (isInTarget && !column.updatable()))
            .toList();
    if (unwritten.isEmpty()) {
      return;
    }
    boolean readOnly =
        shape.columns().stream().noneMatch(column -> column.insertable() || column.updatable());
    if (!isInTarget || !readOnly) {
      throw member.refusal(
          "its positions or keys in column %s would not be written".formatted(unwritten.getFirst()),
          isInTarget
              ? "set insertable and updatable both to false, or leave both out."
              : "remove insertable = false: nobody else writes the rows of the collection's"
                  + " table.");
    }
  }

  private Column position(PersistentMember member, OrderColumn annotation) {
    String name = annotation.name().isEmpty() ? member.name() + "_ORDER" : annotation.name();
    Column position =
        new Column(
            table,
            Identifier.stored(name),
            columns.size(),
            Integer.class,
            annotation.columnDefinition().isEmpty() ? "integer" : annotation.columnDefinition(),
            null,
            annotation.nullable(),
            false,
            annotation.insertable(),
            annotation.updatable(),
            null,
            DdlExtras.ofOptions(annotation.options()));
    columns.add(position);
    return position;
  }

  static MappingException twoOrders(PersistentMember member) {
    return member.refusal(
        "it has both an @OrderColumn and an @OrderBy",
        "keep @OrderColumn for positions of their own, or @OrderBy for an order by value.");
  }

  /// A stored key, whose columns are added to those of the row.
  private Attribute key(PersistentMember member, Overrides outer) {
    Class<?> type = keyType(member);
    PersistentMember key = member.key(type);
    if (targets.isEntity(type)) {
      return entityKey(member, type);
    }
    if (EmbeddedReader.isEmbeddable(type)) {
      return reader.value(key, outer.ofPart(member, "key"));
    }
    return reader.value(key, convert(member, "key"), outer.ofBasicPart(member, "key"));
  }

  private static Class<?> keyType(PersistentMember member) {
    MapKeyClass annotation = member.annotation(MapKeyClass.class);
    if (annotation != null) {
      return annotation.value();
    }
    if (member.typeArguments().size() != 2) {
      throw member.refusal(
          "its type does not say what the keys are",
          "declare it with type arguments, or name the class in @MapKeyClass.");
    }
    return member.typeArguments().getFirst();
  }

  /// The `@Convert` for that part of a collection: an empty name for its elements, or `key` and
  /// `value`; a map's values may go without a name.
  static @Nullable Convert convert(PersistentMember member, String part) {
    Convert[] all = member.annotations(Convert.class);
    return Stream.of(all)
        .filter(convert -> convert.attributeName().equals(part))
        .findFirst()
        .or(
            () ->
                Stream.of(all)
                    .filter(convert -> part.equals("value") && convert.attributeName().isEmpty())
                    .findFirst())
        .orElse(null);
  }

  /// An entity as key: a foreign key among the columns.
  private ToOneAttribute entityKey(PersistentMember member, Class<?> type) {
    EntityHead target = targets.head(type);
    MapKeyJoinColumn[] written = member.annotations(MapKeyJoinColumn.class);
    List<JoinColumn> joins = new ArrayList<>();
    for (MapKeyJoinColumn one : written) {
      joins.add(new AnnotationView<>(JoinColumn.class, one, named(one, member)).make());
    }
    if (joins.isEmpty() && target.id().columns().size() == 1) {
      joins.add(new AnnotationView<>(JoinColumn.class, null, named(null, member)).make());
    }
    MapKeyJoinColumns around = member.annotation(MapKeyJoinColumns.class);
    List<Column> foreignKey =
        new JoinColumns(
                member,
                table,
                columns.size(),
                target,
                KeyAnnotations.defaultName(member.name()),
                joins,
                around == null ? null : around.foreignKey(),
                false,
                false)
            .toId();
    columns.addAll(foreignKey);
    return new ToOneAttribute(
        member.name(),
        -1,
        type,
        member.javaMember(),
        targets.reference(type),
        foreignKey,
        null,
        List.of(),
        null,
        false,
        true,
        false,
        Cascade.NONE,
        false);
  }

  private static Map<String, Object> named(
      @Nullable MapKeyJoinColumn written, PersistentMember member) {
    return written != null && !written.name().isEmpty()
        ? Map.of()
        : Map.of("name", KeyAnnotations.defaultName(member.name()));
  }
}
