package io.tiercel.jpa.load;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.access.LazyLoader;
import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.CollectionRow;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.ElementRows;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.descriptor.KeyedSelect;
import io.tiercel.jpa.descriptor.Places;
import io.tiercel.jpa.descriptor.RootSelect.Joined;
import io.tiercel.jpa.error.LazyLoadingException;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.identity.LoadBatch;
import io.tiercel.jpa.learn.ReadTrace;
import io.tiercel.jpa.lock.RowLock;
import io.tiercel.jpa.lock.TableLocks;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.CompositeKey;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.shared.SharedEntity;
import io.tiercel.jpa.write.TableCatalog;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Brings instances into the context: by id, by query, on first touch of a lazy instance or
/// collection. Whatever it loads, it loads for all instances that came with the same result, and
/// all that a result calls for travels in one exchange.
public final class Loader implements LazyLoader, LazyCollection.Loader {
  private final Session session;
  private final Descriptors descriptors;
  private final IdentityMap identities;
  private final TableCatalog catalog;
  private final @Nullable SharedRows shared;
  private boolean closed;

  /// Of a load that is over, for the next one; null while one is under way, or none was. What loads
  /// in the course of another one, as a callback may, has its own.
  private @Nullable PendingLoads spare;

  public Loader(
      Session session,
      Descriptors descriptors,
      IdentityMap identities,
      TableCatalog catalog,
      @Nullable SharedRows shared) {
    this.shared = shared;
    this.session = session;
    this.descriptors = descriptors;
    this.identities = identities;
    this.catalog = catalog;
  }

  public TableLocks tableLocks() {
    return new TableLocks(session, catalog);
  }

  TableRows table(SharedEntity of, EntityDescriptor type, SharedRows rows) {
    return new TableRows(session, catalog, rows, of, type);
  }

  /// What a load of single rows from memory calls for: nothing, mostly. To be [given back][#free]
  /// when that is loaded; who fails on the way need not.
  PendingLoads pending() {
    PendingLoads known = spare;
    if (known == null) {
      return new PendingLoads();
    }
    spare = null;
    return known.again();
  }

  /// See [#pending].
  void free(PendingLoads pending) {
    pending.end();
    spare = pending;
  }

  /// The shared cache; null when there is none.
  @Nullable SharedRows shared() {
    return shared;
  }

  public Descriptors descriptors() {
    return descriptors;
  }

  public IdentityMap identities() {
    return identities;
  }

  /// From now on touching a lazy association is an error.
  public void close() {
    closed = true;
  }

  /// As below, with what the mapping says and without a lock. A managed instance stays as it is.
  public @Nullable EntityEntry read(EntityDescriptor type, Object id) {
    return read(type, id, RowLock.NONE, false, FetchPlan.MAPPING);
  }

  /// Reads one row by id; null when there is none. A managed instance is refreshed if asked.
  ///
  /// @param plan what is to be read with it
  public @Nullable EntityEntry read(
      EntityDescriptor type, Object id, RowLock lock, boolean refreshes, FetchPlan plan) {
    return new SingleRead(this, type, plan, null).read(session, id, lock, refreshes);
  }

  /// As above, without a lock, observed.
  ///
  /// @param trace takes what is loaded later because of what is read; null when nobody observes
  @Nullable EntityEntry read(
      EntityDescriptor type, Object id, FetchPlan plan, @Nullable ReadTrace trace) {
    return new SingleRead(this, type, plan, trace).read(session, id, RowLock.NONE, false);
  }

  /// Loads what the plan names of a managed instance and is not here yet.
  public void fetch(EntityEntry entry, FetchPlan plan) {
    if (plan.namesNothing()) {
      return;
    }
    PendingLoads pending = new PendingLoads();
    new PlannedFetch(this, pending).collect(entry, plan);
    complete(pending);
  }

  /// Whether there is a row of that id.
  public boolean exists(EntityDescriptor type, Object id) {
    List<Object> found = new ArrayList<>(1);
    Flight flight = new Flight();
    flight.read(
        "select 1 from %s where %s%s"
            .formatted(type.source.declaration(), type.where(), type.idEquals(1)),
        row -> found.add(id),
        EntityDescriptor.parameters(id));
    session.run(flight);
    return !found.isEmpty();
  }

  /// Adds the query for rows by id, of which managed instances take over the state.
  public void addRefresh(
      Flight flight,
      EntityDescriptor type,
      Collection<Object> ids,
      PendingLoads pending,
      FetchPlan plan,
      Consumer<EntityEntry> read) {
    EntityReader reader = reader(type, pending, true).by(plan);
    type.selectByIds(catalog, session)
        .addReadTo(
            flight,
            ids,
            row -> {
              EntityEntry entry = reader.read(row);
              if (entry != null) {
                read.accept(entry);
              }
            });
  }

  EntityReader reader(EntityDescriptor type, PendingLoads pending, boolean refreshes) {
    return new EntityReader(this, type, type.places(0), pending, refreshes, List.of(), List.of())
        .filling();
  }

  /// As above, with targets of its to-ones that are joined to it.
  ///
  /// @param plan what is to be read with it
  EntityReader reader(
      EntityDescriptor type,
      FetchPlan plan,
      int firstColumn,
      List<Joined> joined,
      PendingLoads pending,
      boolean refreshes) {
    List<EntityReader> targets = new ArrayList<>(joined.size());
    FetchPlan own = plan.of(type.mapping.javaType());
    for (Joined one : joined) {
      FetchPlan with = own.below(one.attribute().name());
      targets.add(reader(one.target(), with, one.firstColumn(), one.joined(), pending, false));
    }
    int[] places = type.places(firstColumn);
    return new EntityReader(this, type, places, pending, refreshes, targets, List.of())
        .filling()
        .by(plan);
  }

  /// Points an owner's to-one at its target: the managed instance, a lazy one, or, for targets that
  /// have no lazy form, later in [#complete].
  ///
  /// @param exact the class of the target, null when only its row tells
  /// @param plan what is to be read with the owner
  void refer(
      EntityEntry owner,
      ToOneAttribute attribute,
      EntityDescriptor target,
      @Nullable EntityDescriptor exact,
      Object key,
      FetchPlan plan,
      PendingLoads pending) {
    EntityEntry entry =
        exact == null
            ? reference(target, key, pending.batch)
            : exactReference(exact, key, pending.batch);
    if (entry == null) {
      pending.unset(owner, attribute, key);
      pending.key(target, key, plan.below(attribute.name()));
      return;
    }
    refuseOtherClass(owner, attribute, target, entry);
    if (!attribute.lazy() && plan.keepsEager(attribute.name()) && entry.state == State.UNLOADED) {
      pending.key(target, key);
    }
    owner.type.access.set(owner.instance, attribute.index(), entry.instance);
  }

  /// What a record's to-one points at, which cannot be set later.
  EntityEntry target(
      EntityDescriptor owner,
      Object ownerId,
      ToOneAttribute attribute,
      EntityDescriptor target,
      Object key,
      FetchPlan plan,
      PendingLoads pending) {
    EntityEntry entry = attribute.refersToId() ? reference(target, key, pending.batch) : null;
    if (entry == null || !entry.type.isA(target)) {
      throw new PersistenceException(
          "cannot load %s#%s: what %s refers to, %s#%s, has no lazy instance\nHint: declare its id as a component instead, or fetch it in the query."
              .formatted(owner, ownerId, owner.name(attribute), target, key));
    }
    if (!attribute.lazy() && plan.keepsEager(attribute.name()) && entry.state == State.UNLOADED) {
      pending.key(target, key);
    }
    return entry;
  }

  private static void refuseOtherClass(
      EntityEntry owner, ToOneAttribute attribute, EntityDescriptor target, EntityEntry entry) {
    if (!entry.type.isA(target)) {
      throw otherClass("%s of %s".formatted(owner.type.name(attribute), owner), target, entry);
    }
  }

  /// A foreign key tells the id, and ids are those of a hierarchy: the row may be of another of its
  /// classes than the association holds.
  ///
  /// @param reference what refers to the row, as the error calls it
  static EntityNotFoundException otherClass(
      String reference, EntityDescriptor target, EntityEntry found) {
    return new EntityNotFoundException(
        "%s refers to a %s, but what has its id is %s\nHint: correct the row, or declare the attribute as a superclass of both."
            .formatted(reference, target, found));
  }

  /// The entry of that id, a new lazy one if need be; null when the type has no lazy form. A type
  /// with subtypes has none, for only the row tells of which class the instance is to be.
  public @Nullable EntityEntry reference(EntityDescriptor type, Object id, LoadBatch batch) {
    return type.mapping.isPolymorphic() ? identities.of(type, id) : exactReference(type, id, batch);
  }

  /// As above, for a row that is known to be of exactly that type.
  private @Nullable EntityEntry exactReference(EntityDescriptor type, Object id, LoadBatch batch) {
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

  /// The entity that a value of a collection refers to: the managed instance, a lazy one, or, where
  /// there is no lazy form, one that is read at once.
  Object element(
      EntityEntry owner,
      ElementCollectionAttribute collection,
      ToOneAttribute attribute,
      Object key,
      PendingLoads next) {
    EntityDescriptor target = descriptors.of(attribute.target().type());
    Object normal = CompositeKey.normal(key);
    EntityEntry entry = reference(target, normal, next.batch);
    if (entry == null) {
      entry = read(target, normal);
    } else if (!attribute.lazy() && entry.state == State.UNLOADED) {
      next.key(target, normal);
    }
    if (entry == null) {
      throw new EntityNotFoundException(
          "%s.%s of %s refers to %s#%s, which does not exist"
              .formatted(owner.type.name(collection), attribute.name(), owner, target, key));
    }
    if (!entry.type.isA(target)) {
      throw otherClass(
          "%s.%s of %s".formatted(owner.type.name(collection), attribute.name(), owner),
          target,
          entry);
    }
    return entry.instance;
  }

  /// Reads what [ElementRows#hashedToOnes()] refer to, for all rows in one exchange: a collection
  /// that is filled before would lose elements whose hash codes and equality come from there.
  public void loadHashed(ElementRows rows, Collection<List<CollectionRow>> content) {
    if (rows.hashedToOnes().isEmpty()) {
      return;
    }
    PendingLoads wanted = new PendingLoads();
    for (ToOneAttribute attribute : rows.hashedToOnes()) {
      EntityDescriptor target = descriptors.of(attribute.target().type());
      for (List<CollectionRow> some : content) {
        for (CollectionRow row : some) {
          Object key = ForeignKeys.read(attribute.joinColumns(), row.values);
          EntityEntry known = key == null ? null : identities.of(target, CompositeKey.normal(key));
          if (key != null && (known == null || known.state == State.UNLOADED)) {
            wanted.key(target, CompositeKey.normal(key));
          }
        }
      }
    }
    complete(wanted);
  }

  /// What an association of a value in a result refers to: the managed instance or a lazy one; null
  /// where there is no lazy form: [#referred] has it once `next` is completed.
  ///
  /// @param key of the target, which the association refers to by its id
  public @Nullable Object refer(ToOneAttribute attribute, Object key, PendingLoads next) {
    EntityDescriptor target = descriptors.of(attribute.target().type());
    Object normal = CompositeKey.normal(key);
    EntityEntry entry = reference(target, normal, next.batch);
    if (entry == null) {
      next.key(target, normal);
      return null;
    }
    if (!attribute.lazy() && entry.state == State.UNLOADED) {
      next.key(entry.type, normal);
    }
    return ofClass(attribute, target, entry);
  }

  /// As above, when what was called for is here.
  public Object referred(ToOneAttribute attribute, Object key) {
    EntityDescriptor target = descriptors.of(attribute.target().type());
    EntityEntry entry = identities.of(target, CompositeKey.normal(key));
    if (entry == null) {
      throw new EntityNotFoundException(
          "%s of an embeddable refers to %s#%s, which does not exist"
              .formatted(attribute.name(), target, key));
    }
    return ofClass(attribute, target, entry);
  }

  private static Object ofClass(
      ToOneAttribute attribute, EntityDescriptor target, EntityEntry entry) {
    if (!entry.type.isA(target)) {
      throw otherClass(attribute.name() + " of an embeddable", target, entry);
    }
    return entry.instance;
  }

  /// Loads what a result called for, and what that calls for, one exchange for each level.
  public void complete(PendingLoads pending) {
    if (pending.isEmpty() && pending.told.isEmpty()) {
      return;
    }
    List<EntityEntry> told = new ArrayList<>(pending.told);
    PendingLoads level = pending;
    while (!level.isEmpty()) {
      PendingLoads next = new PendingLoads();
      next.batch.trace = level.batch.trace;
      if (shared != null && !level.keys.isEmpty()) {
        SharedLoad.takeHits(this, shared, level.keys, next);
      }
      if (shared != null && !level.collections.isEmpty() && !pending.fromDatabase) {
        new SharedCollectionLoad(this, shared, next).takeHits(level.collections, pending.touched);
      }
      Flight flight = new Flight();
      level.keys.forEach(load -> addByKeys(flight, load, next));
      List<Runnable> afterwards = new ArrayList<>();
      level.references.forEach(load -> afterwards.add(addReferences(flight, load, next)));
      for (PendingLoads.CollectionLoad load : level.collections) {
        OwnedReader reader = collectionReader(load.type(), load.attribute(), load.plan(), next);
        afterwards.add(add(flight, reader, load.owners(), pending.touched));
      }
      for (PendingLoads.InverseLoad load : level.inverses) {
        OwnedReader reader = new InverseReader(this, load.attribute(), load.plan(), next);
        afterwards.add(add(flight, reader, load.owners(), null));
      }
      session.run(flight);
      afterwards.forEach(Runnable::run);
      level.unset.forEach(this::setLoaded);
      told.addAll(next.told);
      level = next;
    }
    for (EntityEntry entry : told) {
      entry.type.callbacks.call(LifecycleEvent.POST_LOAD, entry.instance);
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
    refuseOtherClass(unset.owner(), unset.attribute(), target, entry);
    unset
        .owner()
        .type
        .access
        .set(unset.owner().instance, unset.attribute().index(), entry.instance);
  }

  private void addByKeys(Flight flight, PendingLoads.KeyLoad load, PendingLoads next) {
    EntityDescriptor type = load.type();
    EntityReader reader = reader(type, next, false).by(load.plan());
    type.selectByIds(catalog, session).addReadTo(flight, load.keys(), reader::accept);
  }

  /// Adds the query for targets that are referred to by columns which are not their id.
  private Runnable addReferences(
      Flight flight, PendingLoads.ReferenceLoad load, PendingLoads next) {
    EntityDescriptor target = load.target();
    ToOneAttribute attribute = load.attribute();
    List<Column> columns = attribute.referencedColumns();
    EntityReader reader = reader(target, next, false).by(load.plan());
    Map<Object, Object> found = new HashMap<>();
    target
        .selectBy(attribute, columns, catalog, session)
        .addReadTo(
            flight,
            load.owners().keySet(),
            row ->
                found.put(
                    Objects.requireNonNull(reader.key(row, columns)),
                    Objects.requireNonNull(reader.read(row)).instance));
    return () ->
        load.owners()
            .forEach(
                (key, owners) ->
                    owners.forEach(owner -> setReferred(owner, attribute, key, found.get(key))));
  }

  private static void setReferred(
      EntityEntry owner, ToOneAttribute attribute, Object key, @Nullable Object target) {
    if (target == null && !owner.type.mayBeMissing(attribute)) {
      throw new EntityNotFoundException(
          "%s of %s refers to a %s with %s %s, which does not exist"
              .formatted(
                  owner.type.name(attribute),
                  owner,
                  attribute.target().mapping(),
                  attribute.uniqueColumns(),
                  key));
    }
    owner.type.access.set(owner.instance, attribute.index(), target);
  }

  /// What reads a collection for its owners.
  ///
  /// @param owner a type that has it
  /// @param plan what is to be read with the elements
  /// @param next takes what the elements call for
  OwnedReader collectionReader(
      EntityDescriptor owner, PluralAttribute attribute, FetchPlan plan, PendingLoads next) {
    return collectionReader(owner, attribute, plan, next, false);
  }

  /// As above, for one owner: what the elements are to have with them comes with them if it can.
  OwnedReader readerForOne(
      EntityDescriptor owner, PluralAttribute attribute, FetchPlan plan, PendingLoads next) {
    return collectionReader(owner, attribute, plan, next, true);
  }

  private OwnedReader collectionReader(
      EntityDescriptor owner,
      PluralAttribute attribute,
      FetchPlan plan,
      PendingLoads next,
      boolean joins) {
    return switch (attribute) {
      case ToManyAttribute toMany -> new CollectionReader(this, owner, toMany, plan, next, joins);
      case ElementCollectionAttribute values -> {
        ElementRows rows = owner.rows(values);
        KeyedSelect select =
            owner.statements.of(
                values, KeyedSelect.class, catalog, () -> rows.select(catalog, session));
        yield new ElementReader(owner, rows, select, this, next);
      }
    };
  }

  /// The statement that reads a to-many association.
  ///
  /// @param paths of what is joined to its elements
  CollectionSql statement(
      EntityDescriptor owner,
      ToManyAttribute attribute,
      @Nullable Places places,
      EntityDescriptor target,
      List<String> paths) {
    Supplier<CollectionSql> make =
        () -> CollectionSql.of(attribute, places, target, paths, descriptors, catalog, session);
    Object subject = paths.isEmpty() ? attribute : owner.subject(paths);
    return subject == null
        ? make.get()
        : owner.statements.of(subject, CollectionSql.class, catalog, make);
  }

  /// The statement that reads the targets of an association by these columns of theirs.
  KeyedSelect statement(EntityDescriptor target, ToOneAttribute attribute, List<Column> columns) {
    return target.selectBy(attribute, columns, catalog, session);
  }

  /// Adds the query for all owners; the result distributes what it brought.
  private static Runnable add(
      Flight flight,
      OwnedReader reader,
      Set<EntityEntry> owners,
      @Nullable LazyCollection touched) {
    List<Object> keys = new ArrayList<>(owners.size());
    for (EntityEntry owner : owners) {
      Object key = reader.key(owner);
      if (key != null) {
        keys.add(key);
      }
    }
    reader.begin(keys);
    reader.select().addReadTo(flight, keys, reader::accept);
    return () -> reader.distribute(owners, touched);
  }

  /// First touch of a lazy instance.
  @Override
  public void load(LazyInstance instance) {
    EntityEntry entry = identities.of(instance);
    if (entry == null || closed) {
      throw cannotLoad(
          instance.getClass().getSuperclass().getSimpleName() + "#" + instance.tiercelId());
    }
    if (entry.state == State.UNLOADED
        && (shared == null || SharedLoad.find(this, shared, entry.type, entry.id) == null)) {
      PendingLoads wanted = new PendingLoads();
      wanted.batch.trace = entry.batch.trace;
      ObservedLoads observed = new ObservedLoads(identities, session);
      String path = observed.path(entry);
      wanted.key(entry.type, entry.id);
      int count = 1;
      for (EntityEntry sibling : entry.batch.members(entry.type)) {
        if (count >= KeyedSelect.MAX_KEYS) {
          break;
        }
        if (sibling.state == State.UNLOADED && sibling != entry) {
          // One query for each class of a hierarchy, all in one exchange.
          wanted.key(sibling.type, sibling.id);
          count++;
        }
      }
      complete(wanted);
      observed.loaded(entry, path, count);
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
    PluralAttribute attribute = (PluralAttribute) entry.type.mapping.indexed(attributeIndex);
    if (entry.state == State.DETACHED || closed) {
      throw cannotLoad(entry.type.name(attribute) + " of " + entry);
    }
    if (shared != null && loadShared(shared, collection, entry, attribute)) {
      return;
    }
    PendingLoads wanted = new PendingLoads();
    wanted.batch.trace = entry.batch.trace;
    wanted.touched = collection;
    wanted.collection(entry, attribute);
    int count = 1;
    for (EntityEntry sibling : entry.batch.members(entry.type)) {
      if (count >= KeyedSelect.MAX_KEYS) {
        break;
      }
      if (sibling != entry && isUnloaded(sibling, attribute)) {
        wanted.collection(sibling, attribute);
        count++;
      }
    }
    complete(wanted);
    new ObservedLoads(identities, session).loaded(entry, attribute, wanted);
  }

  private boolean loadShared(
      SharedRows from, LazyCollection collection, EntityEntry entry, PluralAttribute attribute) {
    PendingLoads called = pending();
    called.batch.trace = entry.batch.trace;
    var load = new SharedCollectionLoad(this, from, called);
    boolean isTaken = load.take(entry, attribute, FetchPlan.MAPPING, collection);
    if (isTaken) {
      complete(called);
    }
    free(called);
    return isTaken;
  }

  private LazyLoadingException cannotLoad(String what) {
    return new LazyLoadingException(
        what, closed ? "the EntityManager is closed" : "its owner is detached");
  }

  private static boolean isUnloaded(EntityEntry entry, Attribute attribute) {
    return entry.state == State.MANAGED
        && entry.type.mapping.has(attribute)
        && entry.type.access.get(entry.instance, attribute.index())
            instanceof LazyCollection collection
        && !collection.isLoaded();
  }
}
