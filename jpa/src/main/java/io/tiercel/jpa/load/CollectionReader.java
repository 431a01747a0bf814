package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.descriptor.KeyedSelect;
import io.tiercel.jpa.descriptor.PlacedElement;
import io.tiercel.jpa.descriptor.Places;
import io.tiercel.jpa.descriptor.RootSelect;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.Keys;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a to-many association for many owners.
final class CollectionReader implements OwnedReader {
  private final Loader loader;
  private final ToManyAttribute attribute;
  private final EntityDescriptor target;
  private final @Nullable Places places;
  private final CollectionSql sql;
  private final EntityReader elements;
  private final PendingLoads next;
  private final FetchPlan plan;
  private final int keyColumn;

  /// The to-one of the elements by which they refer to their owner, null when they do not.
  private final @Nullable ToOneAttribute referring;

  private final Map<Object, List<Object>> byOwner = new HashMap<>();

  /// @param owner a type that has the association
  /// @param plan what is to be read with the elements
  /// @param next takes what the elements call for
  /// @param joins whether what the elements' to-ones lead to comes with them, if it is wanted, and
  ///     not by the next exchange: worth it for one owner, whose elements seldom share a target
  CollectionReader(
      Loader loader,
      EntityDescriptor owner,
      ToManyAttribute attribute,
      FetchPlan plan,
      PendingLoads next,
      boolean joins) {
    this.loader = loader;
    this.attribute = attribute;
    this.target = loader.descriptors().of(attribute.target().type());
    this.places = owner.places(attribute);
    this.next = next;
    this.plan = plan;
    this.keyColumn = target.width();
    String mappedBy = attribute.mappedBy();
    this.referring =
        mappedBy == null || attribute.joinTable() != null ? null : target.toOne(mappedBy);
    List<String> paths = joins ? paths() : List.of();
    this.sql = loader.statement(owner, attribute, places, target, paths);
    this.elements = loader.reader(target, plan, 0, sql.joined(), next, false);
  }

  private List<String> paths() {
    String prefix = attribute.name() + "/";
    return new RootSelect.Choice(target, plan, loader.descriptors(), prefix, referring).paths();
  }

  @Override
  public KeyedSelect select() {
    return sql.select();
  }

  @Override
  public boolean refersToId() {
    return referring == null || referring.refersToId();
  }

  @Override
  public @Nullable Object key(EntityEntry owner) {
    Object key = referring == null ? owner.id : owner.referenced(referring);
    return key == null ? null : Keys.normal(key);
  }

  @Override
  public void accept(DataRow row) {
    EntityEntry element = Objects.requireNonNull(elements.read(row));
    Object read =
        places == null
            ? element.instance
            : places.read(element.instance, row, keyColumn + sql.ownerColumns().size());
    if (element.state == State.REMOVED || read == null) {
      return;
    }
    Object owner = Objects.requireNonNull(Keys.read(row, keyColumn, sql.ownerColumns()));
    List<Object> known = byOwner.get(owner);
    if (known == null) {
      known = new ArrayList<>();
      byOwner.put(owner, known);
    }
    known.add(read);
  }

  @Override
  public void distribute(Set<EntityEntry> owners, @Nullable LazyCollection touched) {
    if (places != null) {
      new PlaceReader(places, loader).loadKeys(byOwner.values());
    }
    for (EntityEntry owner : owners) {
      Object key = key(owner);
      List<Object> own = key == null ? List.of() : byOwner.getOrDefault(key, List.of());
      if (touched != null && !touched.isLoaded()) {
        // The first owner is the touched one's; its attribute may hold another collection by now.
        touched.fill(content(own, owner));
      }
      if (owner.type.access.get(owner.instance, attribute.index())
              instanceof LazyCollection collection
          && !collection.isLoaded()) {
        collection.fill(content(own, owner));
      }
      if (EntityDescriptor.isTracked(attribute)) {
        owner.setSnapshot(attribute.index(), own.toArray());
      }
    }
  }

  /// What a collection is filled with.
  ///
  /// @param read its elements, each a [PlacedElement] if it has places
  private Collection<?> content(List<Object> read, EntityEntry owner) {
    if (places == null) {
      return read;
    }
    List<PlacedElement> placed = read.stream().map(PlacedElement.class::cast).toList();
    Collection<?> content =
        new PlaceReader(places, loader).content(placed, owner, target, next.batch);
    if (plan.keys() != null) {
      var planned = new PlannedFetch(loader, next);
      for (Object one : content) {
        planned.key(one instanceof Map.Entry<?, ?> entry ? entry.getKey() : null, plan);
      }
    }
    return content;
  }
}
