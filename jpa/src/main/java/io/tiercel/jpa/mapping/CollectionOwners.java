package io.tiercel.jpa.mapping;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Who writes the rows of join tables and collection tables: one owning attribute each, and no
/// entity (Jakarta Persistence 3.2, sections 2.10 and 11.1.8). Two writers of a table would delete
/// each other's rows, or insert rows that lack the other's columns. Tells what is amiss as soon as
/// both have been read. Safe for any number of threads.
final class CollectionOwners {
  private final ConcurrentHashMap<Table, Writer> writers = new ConcurrentHashMap<>();

  /// @param attribute null for the entity itself
  private record Writer(Class<?> entity, @Nullable String attribute) {

    boolean clashes(Writer other) {
      boolean bothEntities = attribute == null && other.attribute == null;
      return !bothEntities && !equals(other);
    }

    @Override
    public String toString() {
      return attribute == null ? entity.getName() : entity.getName() + "." + attribute;
    }
  }

  /// Notes the tables of an entity. [MappingException] when one belongs to another attribute or
  /// entity.
  ///
  /// @param own the attributes that no entity above it has
  void add(EntityMapping mapping, List<Attribute> own) {
    Class<?> type = mapping.javaType();
    if (!mapping.isAbstract() || !mapping.inheritance().hasTablePerClass()) {
      mapping.tables().forEach(table -> add(table.table(), new Writer(type, null)));
    }
    for (Attribute attribute : own) {
      Table table = table(attribute);
      if (table != null) {
        add(table, new Writer(type, attribute.name()));
      }
    }
  }

  private static @Nullable Table table(Attribute attribute) {
    return switch (attribute) {
      case ToManyAttribute toMany -> {
        var joinTable = toMany.isOwning() ? toMany.joinTable() : null;
        yield joinTable == null ? null : joinTable.table();
      }
      case ElementCollectionAttribute values -> values.table().table();
      case BasicAttribute _, EmbeddedAttribute _, ToOneAttribute _ -> null;
    };
  }

  private void add(Table table, Writer writer) {
    Writer other = writers.putIfAbsent(table, writer);
    if (other == null || !writer.clashes(other)) {
      return;
    }
    throw new MappingException(
        writer.entity,
        writer.attribute,
        "its table %s is that of %s as well".formatted(table, other),
        writer.attribute == null || other.attribute == null
            ? "give the collection another table by @JoinTable or @CollectionTable, or map it as"
                + " @OneToMany(mappedBy = …) of the entity."
            : "give one of them another table by @JoinTable or @CollectionTable; when they are two"
                + " sides of one association, put mappedBy on one of them.");
  }
}
