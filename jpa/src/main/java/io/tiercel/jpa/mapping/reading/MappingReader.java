package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.bean.UnitBeans;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityFamily;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.MappingOptions;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.Entity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads annotations into mappings, in three steps so that entities may refer to each other in
/// circles: the head (table and id), the row (with foreign keys, which need the heads of others),
/// and the collections (which need the rows of others).
final class MappingReader {
  private final UnitMapping unit;
  private final IdGenerations idGenerations;
  private final EntityRows rows;
  private final ToManyReader toManys;
  private final ElementCollectionReader elementCollections;
  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");

  private final CollectionOwners collectionOwners = new CollectionOwners();
  private final OtherAnnotations otherAnnotations = new OtherAnnotations();

  MappingReader(
      UnitMapping unit,
      Hierarchies hierarchies,
      Collection<Class<?>> managedClasses,
      MappingOptions options,
      UnitBeans beans) {
    this.unit = unit;
    BasicTypes types = new BasicTypes(new Converters(managedClasses, beans), options);
    EntityHeads heads = new EntityHeads(unit, types, hierarchies);
    Targets targets = heads.targets();
    this.idGenerations = new IdGenerations(managedClasses);
    this.rows = new EntityRows(heads, types, targets);
    this.toManys = new ToManyReader(targets, rows, types);
    this.elementCollections = new ElementCollectionReader(targets, types);
  }

  /// The entities among the classes by name in JPQL, in their order.
  static Map<String, Class<?>> entitiesByName(Collection<Class<?>> managedClasses) {
    Map<String, Class<?>> entities = new LinkedHashMap<>();
    for (Class<?> type : managedClasses) {
      if (Annotations.has(type, Entity.class)) {
        String name = Tables.entityName(type);
        Class<?> other = entities.putIfAbsent(name, type);
        if (other != null && other != type) {
          throw new MappingException(
              type,
              null,
              "%s is called \"%s\" as well".formatted(other.getName(), name),
              "give one of them another name by @Entity(name = …).");
        }
      }
    }
    return entities;
  }

  EntityMapping read(Class<?> type) {
    EntityRow row = rows.of(type);
    EntityHead head = row.head();
    Class<?> superclass = head.inheritance().supertype();
    EntityMapping supertype = superclass == null ? null : unit.entity(superclass);
    List<Attribute> attributes =
        new ArrayList<>(supertype == null ? List.of() : supertype.attributes());
    List<PersistentMember> own = head.members().subList(attributes.size(), head.members().size());
    otherAnnotations.tell(type, own);
    for (PersistentMember member : own) {
      Attribute singular = row.singular().get(member.name());
      attributes.add(
          singular != null
              ? complete(row, singular)
              : plural(head, member, attributes.size(), Overrides.ofEntity(type)));
    }
    EntityMapping mapping =
        new EntityMapping(
            type,
            head.entityName(),
            head.table(),
            row.columns(),
            attributes,
            head.id(),
            supertype == null ? idGenerations.of(head) : supertype.idGeneration(),
            row.version(),
            Indexes.of(row),
            Tables.extras(type),
            new EntityFamily(head.inheritance(), unit::entity),
            EntityTables.of(row, supertype));
    collectionOwners
        .add(mapping, attributes.subList(attributes.size() - own.size(), attributes.size()))
        .forEach(clash -> LOG.log(System.Logger.Level.WARNING, clash));
    return mapping;
  }

  /// With the collections inside an embeddable.
  private Attribute complete(EntityRow row, Attribute singular) {
    Attribute complete = singular;
    for (EntityRow.NestedCollection nested : row.nestedCollections()) {
      List<String> path = nested.path();
      if (complete instanceof EmbeddedAttribute embedded
          && path.getFirst().equals(embedded.name())) {
        PluralAttribute added =
            plural(row.head(), nested.member(), nested.index(), nested.overrides());
        complete = embedded.with(path.subList(1, path.size()), added);
      }
    }
    return complete;
  }

  private PluralAttribute plural(
      EntityHead head, PersistentMember member, int index, Overrides overrides) {
    return ElementCollectionReader.isElementCollection(member)
        ? elementCollections.read(head, member, index, overrides)
        : toManys.read(head, member, index, overrides);
  }
}
