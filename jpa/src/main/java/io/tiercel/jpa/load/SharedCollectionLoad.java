package io.tiercel.jpa.load;

import io.tiercel.cache.CachedValue;
import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.CollectionRow;
import io.tiercel.jpa.descriptor.ElementRows;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.descriptor.PlacedElement;
import io.tiercel.jpa.descriptor.Places;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.shared.CachedRow;
import io.tiercel.jpa.shared.SharedCollection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Fills collections with what the shared cache has: who is in them, and the rows of these. Where
/// one row is missing the database is asked for all of them, which is one statement as well.
final class SharedCollectionLoad {
  private final Loader loader;
  private final SharedRows shared;
  private final PendingLoads next;

  /// @param next takes what the elements call for
  SharedCollectionLoad(Loader loader, SharedRows shared, PendingLoads next) {
    this.loader = loader;
    this.shared = shared;
    this.next = next;
  }

  /// Takes those that are in the cache, and leaves the others to be read.
  ///
  /// @param touched the lazy collection whose first touch this is; its owner is the first of the
  ///     first load
  void takeHits(List<PendingLoads.CollectionLoad> loads, @Nullable LazyCollection touched) {
    LazyCollection ofFirst = touched;
    for (PendingLoads.CollectionLoad load : loads) {
      for (Iterator<EntityEntry> owners = load.owners().iterator(); owners.hasNext(); ) {
        if (take(owners.next(), load.attribute(), load.plan(), ofFirst)) {
          owners.remove();
        }
        ofFirst = null;
      }
    }
    loads.removeIf(load -> load.owners().isEmpty());
  }

  /// Fills the collection of an owner; false when the database has to be asked.
  ///
  /// @param plan what is to be read with the elements
  /// @param touched the lazy collection whose first touch this is; null for none
  boolean take(
      EntityEntry owner,
      PluralAttribute attribute,
      FetchPlan plan,
      @Nullable LazyCollection touched) {
    SharedCollection collection = owner.type.collections().get(attribute);
    if (collection == null) {
      return false;
    }
    Object id = Keys.normal(owner.id);
    CachedValue stored = shared.contents(collection, id);
    if (stored instanceof CachedValues values
        && attribute instanceof ElementCollectionAttribute ofValues) {
      ElementRows rows = owner.type.rows(ofValues);
      List<CollectionRow> own = values.rows();
      loader.loadHashed(rows, List.of(own));
      ElementReader.give(owner, rows, own, touched, loader, next);
      return true;
    }
    return stored instanceof CachedElements elements
        && attribute instanceof ToManyAttribute toMany
        && take(owner, id, toMany, plan, touched, elements, collection);
  }

  private boolean take(
      EntityEntry owner,
      Object ownerId,
      ToManyAttribute attribute,
      FetchPlan plan,
      @Nullable LazyCollection touched,
      CachedElements stored,
      SharedCollection collection) {
    EntityDescriptor target = loader.descriptors().of(attribute.target().type());
    GatheredRows gathered = shared.gathered(collection, stored, target);
    if (gathered != null
        && plan.namesNothing()
        && owner.type.places(attribute) == null
        && !loader.identities().mayHold(target)) {
      List<Object> elements =
          NewElements.manage(loader, owner, collection.referring(), stored, gathered, next.batch);
      if (elements != null) {
        new CollectionContent(loader, attribute, target, null, plan, next)
            .give(owner, elements, touched);
        return true;
      }
    }
    @Nullable CachedRow[] rows =
        gathered == null
            ? lookUp(ownerId, stored, target, collection.referring())
            : unknown(stored, target, gathered);
    if (rows == null) {
      return false;
    }
    if (gathered == null) {
      shared.found(collection, ownerId, stored, target, rows);
    }
    fill(owner, attribute, target, plan, touched, stored, rows);
    return true;
  }

  /// The rows of the elements, looked up one by one; null when not all are there.
  private @Nullable CachedRow @Nullable [] lookUp(
      Object ownerId, CachedElements stored, EntityDescriptor target, @Nullable String referring) {
    List<Object> ids = stored.ids();
    @Nullable CachedRow[] rows = new CachedRow[ids.size()];
    EntityDescriptor last = null;
    List<Column> foreignKey = List.of();
    for (int i = 0; i < rows.length; i++) {
      EntityEntry known = loader.identities().of(target, ids.get(i));
      if (known != null && known.state != State.UNLOADED) {
        continue;
      }
      CachedRow row = shared.row(target, ids.get(i));
      if (row == null) {
        return null;
      }
      EntityDescriptor actual = loader.descriptors().of(row.type());
      if (!actual.isA(target) || (known != null && known.type != actual)) {
        return null;
      }
      if (referring != null) {
        if (actual != last) {
          last = actual;
          foreignKey = actual.toOne(referring).joinColumns();
        }
        if (!refers(row, foreignKey, ownerId)) {
          // It left while this was looked at.
          return null;
        }
      }
      rows[i] = row;
    }
    return rows;
  }

  /// The rows of those elements that are not managed here; null when one has another class here.
  private @Nullable CachedRow @Nullable [] unknown(
      CachedElements stored, EntityDescriptor target, GatheredRows gathered) {
    @Nullable CachedRow[] rows = new CachedRow[gathered.size()];
    for (int i = 0; i < rows.length; i++) {
      EntityEntry known = loader.identities().of(target, stored.ids().get(i));
      if (known == null || known.state == State.UNLOADED) {
        CachedRow row = gathered.get(i);
        if (known != null && known.type.mapping != row.type()) {
          return null;
        }
        rows[i] = row;
      }
    }
    return rows;
  }

  private static boolean refers(CachedRow row, List<Column> foreignKey, Object ownerId) {
    Object key = ForeignKeys.read(foreignKey, row.row().values());
    return key != null && Keys.normal(key).equals(ownerId);
  }

  /// @param rows null for elements that are managed already
  private void fill(
      EntityEntry owner,
      ToManyAttribute attribute,
      EntityDescriptor target,
      FetchPlan plan,
      @Nullable LazyCollection touched,
      CachedElements stored,
      @Nullable CachedRow[] rows) {
    Places places = owner.type.places(attribute);
    PlannedFetch planned = plan.namesNothing() ? null : new PlannedFetch(loader, next);
    List<Object> own = new ArrayList<>(rows.length);
    for (int i = 0; i < rows.length; i++) {
      EntityEntry element = loader.identities().of(target, stored.ids().get(i));
      CachedRow row = rows[i];
      if (row != null && (element == null || element.state == State.UNLOADED)) {
        element =
            SharedLoad.manage(
                loader, shared, target, stored.ids().get(i), element, row, plan, next);
      } else if (element != null && planned != null) {
        planned.collect(element, plan);
      }
      if (element != null && element.state != State.REMOVED) {
        own.add(
            places == null || stored.places().isEmpty()
                ? element.instance
                : new PlacedElement(element.instance, stored.places().get(i), true));
      }
    }
    var content = new CollectionContent(loader, attribute, target, places, plan, next);
    content.loadKeys(List.of(own));
    content.give(owner, own, touched);
  }
}
