package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Who writes the rows of join tables and collection tables: one owning attribute each, and no
/// entity (Jakarta Persistence 3.2, sections 2.10 and 11.1.8). Two writers of a table may delete
/// each other's rows, or insert rows that lack the other's columns. Tells so as soon as both have
/// been read, and goes on: one of them may never write, and the specification forbids neither.
/// Safe for any number of threads.
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

  /// Notes the tables of an entity, and returns a line for each that belongs to another attribute
  /// or entity.
  ///
  /// @param own the attributes that no entity above it has
  List<String> add(EntityMapping mapping, List<Attribute> own) {
    Class<?> type = mapping.javaType();
    List<String> clashes = new ArrayList<>();
    if (!mapping.isAbstract() || !mapping.inheritance().hasTablePerClass()) {
      mapping.tables().forEach(table -> add(table.table(), new Writer(type, null), clashes));
    }
    List<Attribute> all = new ArrayList<>(own);
    EntityMapping.nested(own).forEach(nested -> all.add(nested.attribute()));
    for (Attribute attribute : all) {
      Table table = table(attribute);
      if (table != null) {
        add(table, new Writer(type, attribute.name()), clashes);
      }
    }
    return clashes;
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

  private void add(Table table, Writer writer, List<String> clashes) {
    Writer other = writers.putIfAbsent(table, writer);
    if (other == null || !writer.clashes(other)) {
      return;
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
