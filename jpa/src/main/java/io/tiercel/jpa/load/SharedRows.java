package io.tiercel.jpa.load;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.FollowedServer;
import io.tiercel.cache.RowRegion;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.SnapshotReads;
import io.tiercel.cache.query.Dependency;
import io.tiercel.cache.query.Results;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.row.Values;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.ReaderState;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.session.TransactionModes;
import io.tiercel.jpa.session.TransactionModes.Isolation;
import io.tiercel.jpa.session.TransactionWatch;
import io.tiercel.jpa.shared.CachedRow;
import io.tiercel.jpa.shared.CollectionSide;
import io.tiercel.jpa.shared.Consistency;
import io.tiercel.jpa.shared.SharedCollection;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.shared.SharedEntity;
import io.tiercel.jpa.write.TableCatalog;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one persistence context takes from the shared cache of its unit and gives to it. Confined
/// to its thread.
///
/// Rows that a transaction reads are stored only as long as it has not written: what it reads then
/// may be its own, and nobody else's yet. For the same reason it is served nothing from then on:
/// triggers and cascades may have changed rows that nobody here knows of.
public final class SharedRows implements TransactionWatch {
  /// A collection larger than this part of the room would push out too many others.
  private static final int COLLECTION_SHARE = 32;

  /// A program that writes more of one kind counts as one of which nobody knows what it writes.
  private static final int MAX_KNOWN = 1_000;

  private final SharedEntities entities;
  private final Coherence coherence;
  private final Session session;
  private final TableCatalog catalog;
  private final SharedReads reads;
  private CacheRetrieveMode retrieveMode = CacheRetrieveMode.USE;
  private CacheStoreMode storeMode = CacheStoreMode.USE;

  private boolean gathers = true;

  /// How the open transaction began.
  private TransactionModes modes = TransactionModes.DEFAULT;

  /// Of before the open transaction; null outside of one.
  private @Nullable Fill ofTransaction;

  /// Of the open transaction; null as long as nothing was served by its snapshot.
  private @Nullable SnapshotReads ofSnapshot;

  /// Whether what is read now comes of the tables whose changes are followed, through a connection
  /// to the server that is.
  private boolean isOfFollowed;

  /// Whether anything came from elsewhere since the last transaction began.
  private boolean hasReadElsewhere;

  /// Whether anything was computed by other settings than those of the unit's connections since the
  /// last transaction began.
  private boolean hasOtherSettings;

  /// Of the open transaction; null as long as it has not written.
  private @Nullable SharedWrites writes;

  public SharedRows(SharedEntities entities, Session session, TableCatalog catalog) {
    this.entities = entities;
    this.session = session;
    this.catalog = catalog;
    this.coherence = entities.cache().coherence();
    this.reads = new SharedReads(entities, coherence);
  }

  public void setModes(CacheRetrieveMode retrieve, CacheStoreMode store) {
    retrieveMode = retrieve;
    storeMode = store;
  }

  // ---- reading ----

  /// The stored state of an entity of that type or one below; null when the database has to be
  /// asked.
  @Nullable CachedRow row(EntityDescriptor type, Object id) {
    SharedEntity shared = type.shared;
    return shared == null ? null : (CachedRow) value(shared, Keys.normal(id));
  }

  /// What a collection of an owner holds, as it was stored; null when the database has to be asked.
  ///
  /// @param id of the owner, as the cache knows rows
  @Nullable CachedValue contents(SharedCollection collection, Object id) {
    SharedEntity ofTable = collection.ofTable();
    if (ofTable != null) {
      return value(ofTable, id);
    }
    if (isPassedOver()) {
      return null;
    }
    Results<Object, CachedValue> results = entities.cache().results();
    Object key = collection.key(id, collection.forgotten());
    Entry<CachedValue> entry =
        isReadCommitted()
            ? reads.hit(collection.entities(), results, key)
            : ofSnapshot(collection.entities(), results, key);
    return entry == null ? null : entry.value();
  }

  /// The rows of a collection's elements, in their order, where each is what looking it up would
  /// find now; null when they have to be looked up.
  ///
  /// @param stored what the collection [holds][#contents], just now
  @Nullable GatheredRows gathered(
      SharedCollection collection, CachedElements stored, EntityDescriptor target) {
    GatheredRows known = stored.gathering().rows();
    SharedEntity shared = target.shared;
    if (known == null || shared == null || !gathers(collection)) {
      return null;
    }
    if (reads.hit(shared, known, known) == null) {
      if (!known.isCurrent()) {
        stored.gathering().end(known);
      }
      return null;
    }
    shared.region().served(known.size());
    return known;
  }

  /// The elements of a collection were found one by one: from now on they may be found together.
  ///
  /// @param owner its id, as the cache knows rows
  /// @param found the rows in their order; null for one that was not looked up
  void found(
      SharedCollection collection,
      Object owner,
      CachedElements stored,
      EntityDescriptor target,
      @Nullable CachedRow[] found) {
    SharedEntity shared = target.shared;
    if (shared != null
        && gathers(collection)
        && stored.gathering().isDue(found.length)
        && stored.gathering().gather(coherence, shared.region(), stored.ids(), found)) {
      entities.cache().results().weigh(collection.key(owner, collection.forgotten()));
    }
  }

  /// Under REPEATABLE READ, and for collections that are no results, rows are looked up.
  private boolean gathers(SharedCollection collection) {
    return gathers && collection.ofTable() == null && isReadCommitted();
  }

  /// From now on each row is looked up, so that it is the very one that is stored.
  public void looksUpEach() {
    gathers = false;
  }

  private @Nullable CachedValue value(SharedEntity shared, Object key) {
    if (isPassedOver()) {
      return null;
    }
    Entry<CachedValue> entry = isReadCommitted() ? reads.hit(shared, key) : ofSnapshot(shared, key);
    return entry == null ? null : entry.value();
  }

  /// Whether nothing is served now.
  private boolean isPassedOver() {
    if (retrieveMode == CacheRetrieveMode.BYPASS || (writes != null && session.isActive())) {
      return true;
    }
    entities.start();
    return false;
  }

  private boolean isReadCommitted() {
    return !session.isActive() || isolation() == Isolation.READ_COMMITTED;
  }

  /// Refuses a shared instance that somebody has changed, if the unit looks for such.
  ///
  /// @param row what it was made of
  public void guard(
      EntityDescriptor type, Object id, Row row, Object instance, Descriptors descriptors) {
    SharedEntity region = type.shared;
    if (!entities.settings().guardsInstances() || type.isRecord || region == null) {
      return;
    }
    @Nullable Object[] values = new Object[row.size()];
    type.access.read(instance, values);
    for (ToOneAttribute attribute : type.owningToOnes) {
      Object target = type.access.get(instance, attribute.index());
      Object key = target == null ? null : descriptors.ofInstance(target).idOf(target);
      ForeignKeys.write(attribute.joinColumns(), key, values);
    }
    for (Column column : type.updatable) {
      int slot = column.slot();
      if (!Values.same(row.get(slot), values[slot])) {
        region.region().evict(Keys.normal(id));
        throw new PersistenceException(
            "%s#%s was read only, is shared by all units of work, and was changed: %s is %s, the row has %s\nHint: find it without %s to change it."
                .formatted(
                    type, id, column.name(), values[slot], row.get(slot), "tiercel.read-only"));
      }
    }
  }

  /// Whether queries may be answered from memory now.
  public boolean serves() {
    if (retrieveMode == CacheRetrieveMode.BYPASS
        || (session.isActive() && (writes != null || isolation() != Isolation.READ_COMMITTED))) {
      return false;
    }
    entities.start();
    return true;
  }

  /// Whether what was read by the open transaction, or outside of one, may be stored.
  boolean mayStore() {
    return storeMode != CacheStoreMode.BYPASS && writes == null && !hasReadElsewhere;
  }

  /// As above, for what the server has computed.
  boolean mayStoreResults() {
    return mayStore() && !hasOtherSettings;
  }

  /// Whether what is read takes the place of what is stored.
  boolean replaces() {
    return storeMode == CacheStoreMode.REFRESH;
  }

  /// Under SERIALIZABLE the server has to know what was read.
  private @Nullable Entry<CachedValue> ofSnapshot(SharedEntity shared, Object key) {
    SnapshotReads snapshot =
        isOfSnapshot(shared) && shared.region().peek(key) != null ? snapshot() : null;
    return snapshot == null ? null : reads.hit(snapshot, shared, key);
  }

  private @Nullable Entry<CachedValue> ofSnapshot(
      List<SharedEntity> of, Results<Object, CachedValue> results, Object key) {
    SnapshotReads snapshot =
        of.stream().allMatch(this::isOfSnapshot) && results.entry(key) != null ? snapshot() : null;
    return snapshot == null ? null : reads.hit(snapshot, results, key);
  }

  private boolean isOfSnapshot(SharedEntity shared) {
    return isolation() == Isolation.REPEATABLE_READ
        && reads.level(shared) == Consistency.Level.SNAPSHOT;
  }

  private @Nullable SnapshotReads snapshot() {
    Fill before = ofTransaction;
    if (before == null) {
      return null;
    }
    SnapshotReads snapshot = ofSnapshot;
    if (snapshot == null) {
      snapshot = SnapshotReads.placed(before, this::position, reads.timeoutNanos());
      ofSnapshot = snapshot;
    }
    // A position of another server says nothing of the stream.
    return hasReadElsewhere ? null : snapshot;
  }

  /// Asked in the transaction, whose snapshot is taken then if it was not before.
  private long position() {
    long[] position = new long[1];
    session.query(SharedEntities.POSITION, row -> position[0] = row.getLong(0));
    return position[0];
  }

  private @Nullable Isolation isolation() {
    Isolation isolation = modes.isolation();
    return isolation == null ? entities.defaultIsolation() : isolation;
  }

  /// To be called before a query for rows of that type is sent; null when they are not to be
  /// stored.
  @Nullable Fill beginFill(EntityDescriptor type) {
    return type.shared == null ? null : beginFill();
  }

  /// As above, for the results of queries.
  @Nullable Fill beginFill() {
    if (!mayStore()) {
      return null;
    }
    entities.start();
    // A transaction may have one snapshot for all its queries. Where it has not, what it notes is
    // only older than need be.
    return session.isActive() ? ofTransaction : coherence.beginFill();
  }

  /// To be called before a query for a collection is sent; null when it is not to be stored.
  ///
  /// @param owner the key of one of the owners
  @Nullable CollectionFill beginFill(SharedCollection collection, Object owner) {
    if (!mayStore()) {
      return null;
    }
    collection.prepare(entities.cache().results(), owner);
    long forgotten = collection.forgotten();
    Fill fill = beginFill();
    return fill == null ? null : new CollectionFill(this, collection, fill, forgotten);
  }

  /// What a collection of an owner holds was read.
  ///
  /// @param elements the ids of its elements, where it holds entities
  void offer(CollectionFill read, Object owner, CachedValue value, List<Object> elements) {
    if (!mayStore() || value.bytes() > entities.settings().maxBytes() / COLLECTION_SHARE) {
      return;
    }
    SharedEntity ofTable = read.collection().ofTable();
    if (ofTable != null) {
      boolean unused = offer(ofTable.region(), owner, value, read.fill());
      return;
    }
    Dependency owed = read.collection().dependency(owner);
    SharedEntity target = read.collection().target();
    if (owed == null || target == null) {
      return;
    }
    List<Object> keys = new ArrayList<>(elements.size());
    elements.forEach(id -> keys.add(target.region().rowKey(Keys.normal(id))));
    Results<Object, CachedValue> results = entities.cache().results();
    Object key = read.collection().key(owner, read.forgotten());
    if (replaces()) {
      results.remove(key);
    }
    if (!results.offer(key, value, List.of(owed.with(keys)), read.fill(), 0)) {
      Entry<CachedValue> present = results.entry(key);
      if (present == null || !value.equals(present.value())) {
        reads.askPosition();
      }
    }
  }

  /// Whether it is there now.
  private boolean offer(RowRegion region, Object key, CachedValue value, Fill fill) {
    if (!isOfFollowed) {
      return false;
    }
    boolean isStored =
        replaces() ? region.replace(key, value, fill, 0) : region.offer(key, value, fill, 0);
    if (isStored || value.equals(region.peek(key))) {
      return true;
    }
    // Ahead of what is stored, or of what a slower reader may yet store.
    reads.askPosition();
    return false;
  }

  /// A row was read.
  void offer(EntityDescriptor type, Object id, Row row, Fill fill) {
    SharedEntity shared = type.shared;
    if (shared == null || !shared.isStored() || writes != null) {
      return;
    }
    boolean unused = offer(shared, id, CachedRow.of(type.mapping, row), fill);
  }

  /// As above, of an entity that is stored.
  ///
  /// @return whether it is there now
  boolean offer(SharedEntity shared, Object id, CachedRow value, Fill fill) {
    return writes == null && offer(shared.region(), Keys.normal(id), value, fill);
  }

  // ---- writing ----

  private SharedWrites writes() {
    SharedWrites known = writes;
    if (known == null) {
      entities.start();
      known = new SharedWrites(coherence);
      writes = known;
    }
    return known;
  }

  /// The open transaction is about to write the rows of these entities.
  ///
  /// @param collections of which rows are written as well
  public void write(
      List<EntityEntry> written, List<WrittenCollection> collections, Descriptors descriptors) {
    SharedWrites into = writes();
    written.forEach(into::add);
    collections.forEach(collection -> add(collection, descriptors, into));
  }

  private void add(WrittenCollection written, Descriptors descriptors, SharedWrites into) {
    PluralAttribute attribute = written.attribute();
    Table table = SharedEntities.tableOf(attribute);
    if (table != null) {
      for (CollectionSide side : entities.sidesOf(table)) {
        add(side.region(), ids(side, written), into);
      }
    } else if (attribute instanceof ToManyAttribute toMany) {
      EntityDescriptor target = descriptors.of(toMany.target().type());
      Set<Object> ids = written.targets();
      if (ids == null || ids.size() > MAX_KNOWN) {
        addUnknown(target, into);
      } else {
        ids.forEach(id -> into.add(target, id));
      }
    }
  }

  /// By which ids that side finds what is written; null where that is not known.
  private static @Nullable Set<Object> ids(CollectionSide side, WrittenCollection written) {
    PluralAttribute attribute = written.attribute();
    if (side.isBy(SharedEntities.ownColumnsOf(attribute))) {
      return written.owners();
    }
    return side.isBy(SharedEntities.targetColumnsOf(attribute)) ? written.targets() : null;
  }

  private static void add(RowRegion region, @Nullable Set<Object> ids, SharedWrites into) {
    if (ids == null || ids.size() > MAX_KNOWN) {
      into.addUnknown(region);
    } else {
      ids.forEach(id -> into.add(region, Keys.normal(id)));
    }
  }

  /// A statement is about to be sent that writes rows of that type.
  public void writeSome(EntityDescriptor type) {
    SharedWrites into = writes();
    addUnknown(type, into);
    for (EntityMapping one : type.mapping.withSubtypes()) {
      for (Attribute attribute : one.indexed()) {
        Table table =
            attribute instanceof PluralAttribute plural ? SharedEntities.tableOf(plural) : null;
        if (table != null) {
          entities.sidesOf(table).forEach(side -> into.addUnknown(side.region()));
        }
      }
    }
  }

  private static void addUnknown(EntityDescriptor type, SharedWrites into) {
    SharedEntity shared = type.shared;
    if (shared != null) {
      into.addUnknown(shared.region());
    }
  }

  /// A statement is about to be sent of which nobody knows what it writes.
  public void writeAny() {
    if (session.isActive()) {
      SharedWrites into = writes();
      for (RowRegion region : entities.allRegions()) {
        into.addUnknown(region);
      }
    } else {
      reads.askPosition();
    }
  }

  // ---- transactions ----

  @Override
  public @Nullable List<String> stores() {
    SharedWrites written = writes;
    boolean mayStore = written == null ? storeMode != CacheStoreMode.BYPASS : written.readsBack();
    FollowedServer followed = mayStore ? entities.cache().followed() : null;
    return followed == null ? null : followed.tables();
  }

  @Override
  public void reads(@Nullable ReaderState from) {
    FollowedServer followed = from == null ? null : entities.cache().followed();
    isOfFollowed =
        from != null && followed != null && followed.mayFillFrom(from.identity(), from.path());
    if (from != null && followed != null && !isOfFollowed) {
      hasReadElsewhere = true;
      entities.tellElsewhere(followed, from);
    }
    if (from != null && !entities.areUsual(from.settings())) {
      hasOtherSettings = true;
    }
  }

  @Override
  public void begun(TransactionModes with) {
    modes = with;
    hasReadElsewhere = false;
    hasOtherSettings = false;
    ofTransaction = coherence.beginFill();
    ofSnapshot = null;
  }

  @Override
  public void lent() {
    writeAny();
  }

  @Override
  public Flight beforeCommit(Flight last) {
    Flight behind = new Flight();
    SharedWrites written = writes;
    if (written != null) {
      written.addTo(last, behind, catalog, session);
    }
    return behind;
  }

  @Override
  public void committed() {
    SharedWrites written = writes;
    if (written != null && (isOfFollowed || !written.readsBack())) {
      written.committed(reads);
    }
  }

  @Override
  public void left() {
    SharedWrites written = writes;
    if (written != null) {
      written.maybeCommitted();
    }
  }

  @Override
  public void ended() {
    SharedWrites written = writes;
    writes = null;
    ofTransaction = null;
    ofSnapshot = null;
    modes = TransactionModes.DEFAULT;
    if (written != null) {
      written.ended(reads, entities::position);
    }
  }

  // ---- the session ----

  public SharedReads reads() {
    return reads;
  }
}
