package io.tiercel.jpa.mapping;

import jakarta.persistence.AccessType;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
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
  private final BasicTypes types;
  private final ToOneReader toOnes;
  private final Overrides overrides;
  private final AccessType access;
  private final List<Column> columns = new ArrayList<>();
  private final Map<String, Attribute> singular = new LinkedHashMap<>();
  private @Nullable BasicAttribute version;

  EntityRowBuilder(EntityHead head, BasicTypes types, ToOneReader toOnes) {
    this.head = head;
    this.types = types;
    this.toOnes = toOnes;
    this.overrides = Overrides.ofEntity(head.type());
    this.access = PersistentMembers.access(head.type());
    columns.add(head.id().column());
    singular.put(head.id().name(), head.id());
  }

  EntityRow build() {
    refuseColumnsWrittenTwice();
    return new EntityRow(head, columns, singular, version);
  }

  /// Adds one member, unless it is a collection, which takes no slot.
  void add(PersistentMember member, int index) {
    Unsupported.refuse(member);
    if (ToManyReader.isToMany(member)) {
      return;
    }
    Attribute attribute;
    if (isToOne(member)) {
      attribute = toOne(member, index);
    } else if (isEmbedded(member)) {
      attribute = embedded(member, index, overrides, List.of());
    } else {
      attribute = basic(member, index, overrides, false);
    }
    singular.put(member.name(), attribute);
    if (member.has(Version.class)) {
      version(member, attribute);
    }
  }

  static boolean isToOne(PersistentMember member) {
    return member.has(ManyToOne.class) || member.has(OneToOne.class);
  }

  private static boolean isEmbedded(PersistentMember member) {
    return member.has(Embedded.class) || member.javaType().isAnnotationPresent(Embeddable.class);
  }

  private ToOneAttribute toOne(PersistentMember member, int index) {
    ToOneAttribute attribute =
        toOnes.read(head, member, index, columns.size(), overrides.joinColumns(member));
    columns.addAll(attribute.joinColumns());
    return attribute;
  }

  private BasicAttribute basic(
      PersistentMember member, int index, Overrides outer, boolean mayBeAbsent) {
    jakarta.persistence.Column written = outer.column(member);
    BasicType type = types.of(member, outer.convert(member), written);
    Column column = Columns.basic(member, type, head.table(), columns.size(), written, mayBeAbsent);
    columns.add(column);
    return new BasicAttribute(member.name(), index, member.javaType(), member.javaMember(), column);
  }

  private EmbeddedAttribute embedded(
      PersistentMember member, int index, Overrides outer, List<Class<?>> around) {
    if (around.contains(member.javaType())) {
      throw member.refusal(
          "%s would contain itself".formatted(member.javaType().getName()),
          "break the circle: an embeddable is stored in its owner's row.");
    }
    List<Class<?>> path = new ArrayList<>(around);
    path.add(member.javaType());
    Overrides inner = outer.inside(member);
    List<Attribute> attributes = new ArrayList<>();
    for (PersistentMember part : PersistentMembers.ofEmbeddable(member.javaType(), access)) {
      attributes.add(part(part, attributes.size(), inner, path));
    }
    return new EmbeddedAttribute(
        member.name(), index, member.javaType(), member.javaMember(), attributes);
  }

  private Attribute part(PersistentMember part, int index, Overrides inner, List<Class<?>> path) {
    Unsupported.refuse(part);
    if (isToOne(part) || ToManyReader.isToMany(part)) {
      throw part.refusal(
          "an association inside an embeddable is not supported yet",
          "move the association to the entity.");
    }
    return isEmbedded(part) ? embedded(part, index, inner, path) : basic(part, index, inner, true);
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
    version = basic;
  }

  /// Two attributes may share a column (a foreign key and its plain value) when one only reads it.
  private void refuseColumnsWrittenTwice() {
    Map<String, Column> written = new LinkedHashMap<>();
    for (Column column : columns) {
      boolean writes = column.insertable() || column.updatable();
      if (writes && written.putIfAbsent(column.name(), column) != null) {
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
