package io.tiercel.jpa.context;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.access.LazyLoader;
import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.context.EntityEntry.State;
import io.tiercel.jpa.error.LazyLoadingException;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import jakarta.persistence.EntityNotFoundException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Brings instances into the context: by id, by query, on first touch of a lazy instance or
/// collection. Whatever it loads, it loads for all instances that came with the same result, and
/// all that a result calls for travels in one exchange.
final class Loader implements LazyLoader, LazyCollection.Loader {
  /// Ids of several columns are compared one by one, which is long to plan.
  private static final int MAX_COMPOSITE_KEYS = 64;

  private final Session session;
  private final Descriptors descriptors;
  private final IdentityMap identities;
  private boolean closed;

  Loader(Session session, Descriptors descriptors, IdentityMap identities) {
    this.session = session;
    this.descriptors = descriptors;
    this.identities = identities;
  }

  Descriptors descriptors() {
    return descriptors;
  }

  IdentityMap identities() {
    return identities;
  }

  /// From now on touching a lazy association is an error.
  void close() {
    closed = true;
  }

  /// Reads one row by id; null when there is none. A managed instance is refreshed if asked.
  @Nullable EntityEntry read(
      EntityDescriptor type, Object id, String lockClause, boolean refreshes) {
    PendingLoads pending = new PendingLoads();
    EntityReader reader = reader(type, pending, refreshes);
    // What was read, not what the id finds: the database may spell the key otherwise.
    List<EntityEntry> found = new ArrayList<>(1);
    session.query(
        type.selectById(lockClause),
        row -> found.add(Objects.requireNonNull(reader.read(row))),
        EntityDescriptor.parameters(id));
    complete(pending);
    return found.isEmpty() ? null : found.getFirst();
  }

  /// Whether there is a row of that id.
  boolean exists(EntityDescriptor type, Object id) {
    List<Object> found = new ArrayList<>(1);
    session.query(
        "select 1 from %s as t where %s".formatted(type.mapping.table().sql(), type.idEquals(1)),
        row -> found.add(id),
        EntityDescriptor.parameters(id));
    return !found.isEmpty();
  }

  private EntityReader reader(EntityDescriptor type, PendingLoads pending, boolean refreshes) {
    return new EntityReader(
        this, type, new RowReader(type, 0), pending, refreshes, List.of(), List.of());
  }

  /// Points an owner's to-one at its target: the managed instance, a lazy one, or, for targets that
  /// have no lazy form, later in [#complete].
  void refer(
      EntityEntry owner,
      ToOneAttribute attribute,
      EntityDescriptor target,
      Object key,
      PendingLoads pending) {
    EntityEntry entry = reference(target, key, pending.batch);
    if (entry == null) {
      pending.unset.add(new PendingLoads.Unset(owner, attribute, key));
      pending.key(target, key);
      return;
    }
    if (!attribute.lazy() && entry.state == State.UNLOADED) {
      pending.key(target, key);
    }
    owner.type.access.set(owner.instance, attribute.index(), entry.instance);
  }

  /// The entry of that id, a new lazy one if need be; null when the type has no lazy form.
  @Nullable EntityEntry reference(EntityDescriptor type, Object id, LoadBatch batch) {
    EntityEntry known = identities.of(type, id);
    if (known != null) {
      return known;
    }
    Object instance = type.access.newLazyInstance(type.toAttribute(id), this);
    if (instance == null) {
      return null;
    }
    EntityEntry entry = new EntityEntry(type, instance, id, State.UNLOADED, batch);
    identities.add(entry);
    batch.add(entry);
    return entry;
  }

  /// Loads what a result called for, and what that calls for, one exchange for each level.
  void complete(PendingLoads pending) {
    PendingLoads level = pending;
    while (!level.isEmpty()) {
      PendingLoads next = new PendingLoads();
      Flight flight = new Flight();
      level.keys.forEach(load -> addByKeys(flight, load.type(), List.copyOf(load.keys()), next));
      List<Runnable> afterwards = new ArrayList<>();
      level.collections.forEach(
          load -> afterwards.add(addCollection(flight, load, pending.touched, next)));
      level.inverses.forEach(load -> afterwards.add(addInverse(flight, load, next)));
      session.run(flight);
      afterwards.forEach(Runnable::run);
      level.unset.forEach(this::setLoaded);
      level = next;
    }
  }

  private void setLoaded(PendingLoads.Unset unset) {
    EntityDescriptor target = descriptors.of(unset.attribute().target().type());
    EntityEntry entry = identities.of(target, unset.key());
    if (entry == null) {
      throw new EntityNotFoundException(
          "%s of %s refers to %s#%s, which does not exist"
              .formatted(
                  unset.owner().type.name(unset.attribute()), unset.owner(), target, unset.key()));
    }
    unset
        .owner()
        .type
        .access
        .set(unset.owner().instance, unset.attribute().index(), entry.instance);
  }

  private void addByKeys(
      Flight flight, EntityDescriptor type, List<Object> keys, PendingLoads next) {
    EntityReader reader = reader(type, next, false);
    if (!type.mapping.id().isSimple()) {
      addByCompositeKeys(flight, type, keys, reader);
      return;
    }
    for (int from = 0; from < keys.size(); from += LoadBatch.MAX_KEYS) {
      int to = Math.min(keys.size(), from + LoadBatch.MAX_KEYS);
      flight.query(type.selectByIds(), reader::accept, (Object) keys.subList(from, to).toArray());
    }
  }

  /// The last key stands in for those that are missing to a power of two, so that few statements
  /// are prepared.
  private static void addByCompositeKeys(
      Flight flight, EntityDescriptor type, List<Object> keys, EntityReader reader) {
    for (int from = 0; from < keys.size(); from += MAX_COMPOSITE_KEYS) {
      List<Object> some = keys.subList(from, Math.min(keys.size(), from + MAX_COMPOSITE_KEYS));
      int count = 1;
      while (count < some.size()) {
        count *= 2;
      }
      List<Object> parameters = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Object key = some.get(Math.min(i, some.size() - 1));
        parameters.addAll(List.of(EntityDescriptor.parameters(key)));
      }
      flight.query(type.selectByCompositeIds(count), reader::accept, parameters.toArray());
    }
  }

  /// Adds the query for one collection of many owners; the result distributes what it brought.
  private Runnable addCollection(
      Flight flight,
      PendingLoads.CollectionLoad load,
      @Nullable LazyCollection touched,
      PendingLoads next) {
    return switch (load.attribute()) {
      case ToManyAttribute toMany -> addToMany(flight, load, toMany, touched, next);
      case ElementCollectionAttribute values ->
          new ElementReader(load.type(), load.type().rows(values))
              .addTo(flight, load.owners(), touched);
    };
  }

  private Runnable addToMany(
      Flight flight,
      PendingLoads.CollectionLoad load,
      ToManyAttribute attribute,
      @Nullable LazyCollection touched,
      PendingLoads next) {
    EntityDescriptor ownerType = load.type();
    Set<EntityEntry> owners = load.owners();
    EntityDescriptor target = descriptors.of(attribute.target().type());
    String sql = CollectionSql.of(attribute, ownerType, target);
    Class<?> keyType = ownerType.mapping.id().column().columnType();
    int keyColumn = target.mapping.columns().size();
    EntityReader reader = reader(target, next, false);
    Map<Object, List<Object>> elements = new HashMap<>();
    List<Object> keys = owners.stream().map(owner -> owner.id).toList();
    for (int from = 0; from < keys.size(); from += LoadBatch.MAX_KEYS) {
      int to = Math.min(keys.size(), from + LoadBatch.MAX_KEYS);
      flight.query(
          sql,
          row -> {
            EntityEntry element = Objects.requireNonNull(reader.read(row));
            if (element.state != State.REMOVED) {
              elements
                  .computeIfAbsent(
                      Objects.requireNonNull(Keys.read(row, keyColumn, keyType)),
                      key -> new ArrayList<>())
                  .add(element.instance);
            }
          },
          (Object) keys.subList(from, to).toArray());
    }
    return () -> {
      for (EntityEntry owner : owners) {
        List<Object> own = elements.getOrDefault(Keys.normal(owner.id), List.of());
        if (touched != null && !touched.isLoaded()) {
          // The first owner is the touched one's; its attribute may hold another collection by now.
          touched.fill(own);
        }
        fill(owner, attribute, own);
      }
    };
  }

  private static void fill(EntityEntry owner, ToManyAttribute attribute, List<Object> elements) {
    Object current = owner.type.access.get(owner.instance, attribute.index());
    if (current instanceof LazyCollection collection && !collection.isLoaded()) {
      collection.fill(elements);
    }
    if (isTracked(attribute)) {
      owner.setSnapshot(attribute.index(), elements.toArray());
    }
  }

  /// Whether a flush must know what the collection held before.
  static boolean isTracked(ToManyAttribute attribute) {
    return attribute.isOwning() || attribute.orphanRemoval();
  }

  private Runnable addInverse(Flight flight, PendingLoads.InverseLoad load, PendingLoads next) {
    ToOneAttribute attribute = load.attribute();
    EntityDescriptor ownerType = load.type();
    Set<EntityEntry> owners = load.owners();
    EntityDescriptor target = descriptors.of(attribute.target().type());
    ToOneAttribute owning = target.toOne(Objects.requireNonNull(attribute.mappedBy()));
    int keySlot = owning.joinColumns().getFirst().slot();
    String sql =
        "select %s from %s as t where t.%s = any($1)"
            .formatted(
                target.columnList,
                target.mapping.table().sql(),
                owning.joinColumns().getFirst().sql());
    Class<?> keyType = ownerType.mapping.id().column().columnType();
    EntityReader reader = reader(target, next, false);
    Map<Object, Object> found = new HashMap<>();
    List<Object> keys = owners.stream().map(owner -> owner.id).toList();
    for (int from = 0; from < keys.size(); from += LoadBatch.MAX_KEYS) {
      int to = Math.min(keys.size(), from + LoadBatch.MAX_KEYS);
      flight.query(
          sql,
          row -> {
            EntityEntry entry = Objects.requireNonNull(reader.read(row));
            if (entry.state != State.REMOVED) {
              found.put(Objects.requireNonNull(Keys.read(row, keySlot, keyType)), entry.instance);
            }
          },
          (Object) keys.subList(from, to).toArray());
    }
    return () -> owners.forEach(owner -> fill(owner, attribute, found.get(Keys.normal(owner.id))));
  }

  private static void fill(EntityEntry owner, ToOneAttribute attribute, @Nullable Object target) {
    owner.type.access.set(owner.instance, attribute.index(), target);
    if (attribute.orphanRemoval() && target != null) {
      owner.setSnapshot(attribute.index(), target);
    }
  }

  /// First touch of a lazy instance.
  @Override
  public void load(LazyInstance instance) {
    EntityEntry entry = identities.of(instance);
    if (entry == null || closed) {
      throw cannotLoad(
          instance.getClass().getSuperclass().getSimpleName() + "#" + instance.tiercelId());
    }
    if (entry.state == State.UNLOADED) {
      PendingLoads wanted = new PendingLoads();
      int count = wanted.key(entry.type, entry.id);
      for (EntityEntry sibling : entry.batch.members(entry.type)) {
        if (count >= LoadBatch.MAX_KEYS) {
          break;
        }
        if (sibling.state == State.UNLOADED) {
          count = wanted.key(entry.type, sibling.id);
        }
      }
      complete(wanted);
    }
    if (entry.state == State.UNLOADED) {
      session.setRollbackOnly();
      throw new EntityNotFoundException(entry + " does not exist");
    }
  }

  /// First touch of a lazy collection.
  @Override
  public void load(LazyCollection collection, Object owner, int attributeIndex) {
    EntityEntry entry = (EntityEntry) owner;
    PluralAttribute attribute =
        (PluralAttribute) entry.type.mapping.attributes().get(attributeIndex);
    if (entry.state == State.DETACHED || closed) {
      throw cannotLoad(entry.type.name(attribute) + " of " + entry);
    }
    PendingLoads wanted = new PendingLoads();
    wanted.touched = collection;
    wanted.collection(entry, attribute);
    int count = 1;
    for (EntityEntry sibling : entry.batch.members(entry.type)) {
      if (count >= LoadBatch.MAX_KEYS) {
        break;
      }
      if (sibling != entry && isUnloaded(sibling, attributeIndex)) {
        wanted.collection(sibling, attribute);
        count++;
      }
    }
    complete(wanted);
  }

  private LazyLoadingException cannotLoad(String what) {
    return new LazyLoadingException(
        what, closed ? "the EntityManager is closed" : "its owner is detached");
  }

  private static boolean isUnloaded(EntityEntry entry, int attributeIndex) {
    return entry.state == State.MANAGED
        && entry.type.access.get(entry.instance, attributeIndex)
            instanceof LazyCollection collection
        && !collection.isLoaded();
  }
}
