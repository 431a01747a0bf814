package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.CollectionKind;
import io.tiercel.jpa.mapping.CollectionShape;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import jakarta.persistence.AccessType;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.FetchType;
import jakarta.persistence.OrderBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads `@ElementCollection` (sections 2.7 and 11.1.14).
final class ElementCollectionReader {
  /// Types without an equality operator: rows cannot be told apart by them.
  private static final Set<String> WITHOUT_EQUALITY = Set.of("json", "xml", "point", "oid");

  private final Targets targets;
  private final BasicTypes types;

  ElementCollectionReader(Targets targets, BasicTypes types) {
    this.targets = targets;
    this.types = types;
  }

  static boolean isElementCollection(PersistentMember member) {
    return member.has(ElementCollection.class);
  }

  /// @param outer what is said about it elsewhere
  ElementCollectionAttribute read(
      EntityHead owner, PersistentMember member, int index, Overrides outer) {
    ElementCollection annotation = member.annotation(ElementCollection.class);
    if (annotation == null) {
      throw new IllegalArgumentException(member + " is no element collection");
    }
    CollectionKind kind = CollectionShapes.kind(member);
    var table = new CollectionTables(owner, member, outer);
    List<Column> columns = new ArrayList<>(table.ownColumns());
    AccessType access = PersistentMembers.access(owner.type());
    var reader =
        new EmbeddedReader(
            ColumnPlaces.in(table.table()),
            types,
            access,
            columns,
            new Parts(table.table(), columns));
    var shapes = new CollectionShapes(targets, reader, table.table(), columns, false);
    CollectionShape shape = shapes.read(member, kind, outer);
    int elementSlot = columns.size();
    Attribute element = element(member, kind, annotation.targetClass(), reader, outer);
    CollectionTables.refuseSameNames(member, table.table(), columns);
    return new ElementCollectionAttribute(
        member.name(),
        index,
        member.javaType(),
        member.javaMember(),
        table.build(columns, primaryKey(table.ownColumns().size(), columns, elementSlot, shape)),
        element,
        shape,
        orderBy(member, shape, element),
        annotation.fetch() == FetchType.LAZY);
  }

  /// What embeddables that are elements or keys hold beside values.
  private final class Parts implements EmbeddedReader.Parts {
    private final Table table;
    private final List<Column> columns;

    Parts(Table table, List<Column> columns) {
      this.table = table;
      this.columns = columns;
    }

    @Override
    public ToOneAttribute toOne(PersistentMember part, Overrides inner) {
      ToOneAttribute attribute =
          new ToOneReader(targets).ofElement(table, part, columns.size(), inner);
      columns.addAll(attribute.joinColumns());
      return attribute;
    }

    @Override
    public void collection(List<String> path, PersistentMember part, Overrides inner) {
      throw part.refusal(
          "a collection inside a value of a collection is against the specification",
          "map the elements as entities with @OneToMany.");
    }
  }

  private Attribute element(
      PersistentMember member,
      CollectionKind kind,
      Class<?> targetClass,
      EmbeddedReader reader,
      Overrides outer) {
    PersistentMember element = member.element(elementType(member, kind, targetClass));
    boolean isMap = kind == CollectionKind.MAP;
    Overrides overrides = outer.ofPart(member, isMap ? "value" : null);
    if (EmbeddedReader.isEmbeddable(element.javaType())) {
      return reader.value(element, overrides);
    }
    if (targets.isEntity(element.javaType())) {
      throw member.refusal(
          "%s is an entity, not a value".formatted(element.javaType().getName()),
          "use @OneToMany or @ManyToMany.");
    }
    return reader.value(
        element,
        CollectionShapes.convert(member, isMap ? "value" : ""),
        outer.ofBasicPart(member, isMap ? "value" : null));
  }

  private static Class<?> elementType(
      PersistentMember member, CollectionKind kind, Class<?> targetClass) {
    if (targetClass != void.class) {
      return targetClass;
    }
    List<Class<?>> arguments = member.typeArguments();
    if (arguments.size() != (kind == CollectionKind.MAP ? 2 : 1)) {
      throw member.refusal(
          "its type does not say what the elements are",
          "declare it with type arguments, or name the class in targetClass.");
    }
    return arguments.getLast();
  }

  /// What tells the rows of one owner apart: position, key, or, in a set, the element itself.
  private static List<Column> primaryKey(
      int ownColumns, List<Column> columns, int elementSlot, CollectionShape shape) {
    List<Column> rest = columns.subList(elementSlot, columns.size());
    boolean elementTells =
        shape.kind() == CollectionKind.SET
            && (rest.size() == 1 || rest.stream().noneMatch(Column::nullable))
            && rest.stream().noneMatch(ElementCollectionReader::isLarge);
    if (elementTells) {
      return columns;
    }
    List<Column> placed = columns.subList(0, elementSlot);
    return placed.size() > ownColumns && placed.stream().noneMatch(ElementCollectionReader::isLarge)
        ? placed
        : List.of();
  }

  /// Whether values may be too long for an index.
  private static boolean isLarge(Column column) {
    return column.columnType() == byte[].class
        || column.sqlType().equals("text")
        || WITHOUT_EQUALITY.contains(column.sqlType());
  }

  private static List<ToManyAttribute.OrderTerm> orderBy(
      PersistentMember member, CollectionShape shape, Attribute element) {
    OrderBy annotation = member.annotation(OrderBy.class);
    @Nullable Column position = shape.position();
    if (annotation == null) {
      return List.of();
    }
    if (position != null) {
      throw CollectionShapes.twoOrders(member);
    }
    return OrderBys.ofElements(member, annotation, element);
  }
}
