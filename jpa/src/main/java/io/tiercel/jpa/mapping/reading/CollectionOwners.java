package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Who writes the rows of join tables and collection tables: one owning attribute each, and no
/// entity (Jakarta Persistence 3.2, sections 2.10 and 11.1.8). Two writers of a table may delete
/// each other's rows. Tells so as soon as both have been read, and goes on: one of them may never
/// write, and the specification forbids neither. Refused are two attributes that meet in the
/// default table of their entities with other columns each: a row of the one lacks the other's, so
/// that neither can be written. Safe for any number of threads.
final class CollectionOwners {
  private final ConcurrentHashMap<Table, Writer> writers = new ConcurrentHashMap<>();

  /// @param attribute null for the entity itself
  /// @param joinTable null without one
  private record Writer(
      Class<?> entity, @Nullable String attribute, ToManyAttribute.@Nullable JoinTable joinTable) {

    boolean clashes(Writer other) {
      boolean bothEntities = attribute == null && other.attribute == null;
      boolean isSame = entity == other.entity && Objects.equals(attribute, other.attribute);
      return !bothEntities && !isSame;
    }

    /// Whether neither can write rows that the other leaves room for, and nobody has asked for it.
    boolean excludes(Writer other) {
      return joinTable != null
          && other.joinTable != null
          && !(joinTable.isNamed() && other.joinTable.isNamed())
          && !columns(joinTable).equals(columns(other.joinTable));
    }

    private static Set<String> columns(ToManyAttribute.JoinTable joinTable) {
      return Stream.concat(joinTable.ownColumns().stream(), joinTable.targetColumns().stream())
          .map(Column::sql)
          .collect(Collectors.toSet());
    }

    @Override
    public String toString() {
      return attribute == null ? entity.getName() : entity.getName() + "." + attribute;
    }
  }

  /// Notes the tables of an entity, and returns a line for each that belongs to another attribute
  /// or entity; [MappingException] when the two cannot share it.
  ///
  /// @param own the attributes that no entity above it has
  List<String> add(EntityMapping mapping, List<Attribute> own) {
    Class<?> type = mapping.javaType();
    List<String> clashes = new ArrayList<>();
    if (!mapping.isAbstract() || !mapping.inheritance().hasTablePerClass()) {
      mapping.tables().forEach(table -> add(table.table(), new Writer(type, null, null), clashes));
    }
    List<Attribute> all = new ArrayList<>(own);
    EntityMapping.nested(own).forEach(nested -> all.add(nested.attribute()));
    for (Attribute attribute : all) {
      Table table = table(attribute);
      if (table != null) {
        add(table, new Writer(type, attribute.name(), joinTable(attribute)), clashes);
      }
    }
    return clashes;
  }

  private static @Nullable Table table(Attribute attribute) {
    return switch (attribute) {
      case ToManyAttribute toMany -> {
        var joinTable = joinTable(toMany);
        yield joinTable == null ? null : joinTable.table();
      }
      case ElementCollectionAttribute values -> values.table().table();
      case BasicAttribute _, EmbeddedAttribute _, ToOneAttribute _ -> null;
    };
  }

  private static ToManyAttribute.@Nullable JoinTable joinTable(Attribute attribute) {
    return attribute instanceof ToManyAttribute toMany && toMany.isOwning()
        ? toMany.joinTable()
        : null;
  }

  private void add(Table table, Writer writer, List<String> clashes) {
    Writer other = writers.putIfAbsent(table, writer);
    if (other == null || !writer.clashes(other)) {
      return;
    }
    if (writer.excludes(other)) {
      throw new MappingException(
          writer.entity,
          writer.attribute,
          "its join table %s is that of %s as well, which has other columns in it, so that neither can insert a row"
              .formatted(table, other),
          "give each a table of its own by @JoinTable(name = …), or put mappedBy on one of them"
              + " when they are two sides of one association.");
    }
    String mend =
        writer.attribute == null || other.attribute == null
            ? "map the collection as @OneToMany(mappedBy = …) of the entity"
            : "put mappedBy on one of them when they are two sides of one association";
    clashes.add(
        "%s: its table %s is that of %s as well, and they may delete each other's rows; give the collection another table by @JoinTable or @CollectionTable, or %s"
            .formatted(writer, table, other, mend));
  }
}
