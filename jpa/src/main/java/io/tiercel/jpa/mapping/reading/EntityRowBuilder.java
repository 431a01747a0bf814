package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import io.tiercel.jpa.mapping.type.Boxed;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Version;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Lays out one entity's row: each attribute takes the next slots. Used once.
final class EntityRowBuilder {
  private static final Set<Class<?>> VERSION_TYPES =
      Set.of(
          Integer.class,
          Short.class,
          Long.class,
          Timestamp.class,
          Instant.class,
          LocalDateTime.class);

  private final EntityHead head;
  private final ToOneReader toOnes;
  private final Overrides overrides;
  private final List<Column> columns = new ArrayList<>();
  private final EmbeddedReader reader;
  private final Map<String, Attribute> singular = new LinkedHashMap<>();
  private @Nullable BasicAttribute version;

  private final List<EntityRow.NestedCollection> nestedCollections = new ArrayList<>();

  /// The index of the next association or collection inside an embeddable.
  private int nextIndex;

  /// @param inherited the row of the entity above, which its own continues; null without one
  EntityRowBuilder(
      EntityHead head, @Nullable EntityRow inherited, BasicTypes types, ToOneReader toOnes) {
    this.head = head;
    this.toOnes = toOnes;
    this.overrides = Overrides.ofEntity(head.type());
    this.reader =
        new EmbeddedReader(
            head.places(), types, PersistentMembers.access(head.type()), columns, new Parts());
    this.nextIndex = EntityMapping.FIRST_NESTED + (inherited == null ? 0 : inherited.nestedCount());
    if (inherited != null) {
      columns.addAll(inherited.columns());
      singular.putAll(inherited.singular());
      version = inherited.version();
      return;
    }
    columns.addAll(head.id().columns());
    head.id().attributes().forEach(attribute -> singular.put(attribute.name(), attribute));
    Column discriminator = head.inheritance().discriminator();
    if (discriminator != null) {
      columns.add(discriminator);
    }
  }

  EntityRow build() {
    refuseColumnsWrittenTwice();
    return new EntityRow(
        head,
        columns,
        singular,
        version,
        nestedCollections,
        nextIndex - EntityMapping.FIRST_NESTED);
  }

  /// Adds one member, unless it is a collection, which takes no slot.
  void add(PersistentMember member, int index) {
    Unsupported.refuse(member);
    if (ToManyReader.isToMany(member) || ElementCollectionReader.isElementCollection(member)) {
      return;
    }
    Attribute attribute;
    if (isToOne(member)) {
      attribute = toOne(member, index);
    } else if (EmbeddedReader.isEmbedded(member)) {
      attribute = reader.embedded(member, index, overrides, false);
    } else {
      attribute = reader.basic(member, index, overrides, false);
    }
    singular.put(member.name(), attribute);
    if (member.has(Version.class)) {
      version(member, attribute);
    }
  }

  static boolean isToOne(PersistentMember member) {
    return member.has(ManyToOne.class) || member.has(OneToOne.class);
  }

  private ToOneAttribute toOne(PersistentMember member, int index) {
    for (ToOneAttribute derived : head.id().derived()) {
      if (derived.name().equals(member.name())) {
        return derived;
      }
    }
    if (PrimaryKeyJoins.has(member)) {
      return primaryKeyJoin(member, index);
    }
    ToOneAttribute attribute = toOnes.read(head, member, index, columns.size(), overrides);
    columns.addAll(attribute.joinColumns());
    return attribute;
  }

  /// What embeddables hold beside values.
  private final class Parts implements EmbeddedReader.Parts {
    @Override
    public ToOneAttribute toOne(PersistentMember part, Overrides inner) {
      RecordEntities.refuseNested(head.type(), part);
      ToOneAttribute attribute = toOnes.read(head, part, nextIndex++, columns.size(), inner);
      columns.addAll(attribute.joinColumns());
      return attribute;
    }

    @Override
    public void collection(List<String> path, PersistentMember part, Overrides inner) {
      RecordEntities.refuseNested(head.type(), part);
      nestedCollections.add(new EntityRow.NestedCollection(path, part, inner, nextIndex++));
    }
  }

  /// The foreign key is the primary key. What a generated schema says about it stands at the id's
  /// columns.
  private ToOneAttribute primaryKeyJoin(PersistentMember member, int index) {
    ToOneAttribute attribute = PrimaryKeyJoins.read(member, head, index, toOnes, columns.size());
    attribute.joinColumns().forEach(column -> columns.set(column.slot(), column));
    return attribute;
  }

  private void version(PersistentMember member, Attribute attribute) {
    if (!(attribute instanceof BasicAttribute basic)
        || !VERSION_TYPES.contains(Boxed.of(member.javaType()))) {
      throw member.refusal(
          "%s cannot be a version".formatted(member.javaType().getName()),
          "use int, long, short, their wrappers, Instant, LocalDateTime or Timestamp.");
    }
    if (version != null) {
      throw member.refusal(
          "\"%s\" is the version already".formatted(version.name()), "keep one @Version.");
    }
    if (!basic.column().table().equals(head.table())) {
      throw member.refusal(
          "a version stands in the primary table, %s".formatted(head.table()),
          "remove table from its @Column.");
    }
    version = basic;
  }

  /// Two attributes may share a column (a foreign key and its plain value) when one only reads it.
  private void refuseColumnsWrittenTwice() {
    Map<String, Column> written = new LinkedHashMap<>();
    for (Column column : columns) {
      boolean writes = column.insertable() || column.updatable();
      if (writes && written.putIfAbsent(column.toString(), column) != null) {
        throw new MappingException(
            head.type(),
            null,
            "two attributes write column %s".formatted(column),
            "rename one by @Column or @AttributeOverride, or mark one insertable = false, updatable"
                + " = false.");
      }
    }
  }
}
