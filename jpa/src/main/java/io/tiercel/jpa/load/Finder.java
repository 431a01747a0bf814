package io.tiercel.jpa.load;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.learn.OpenTraces;
import io.tiercel.jpa.learn.ReadSite;
import io.tiercel.jpa.learn.ReadTrace;
import io.tiercel.jpa.session.Session;
import org.jspecify.annotations.Nullable;

/// Finds rows by id without a lock: in the shared cache, else in the database, with what finds of
/// the entity have learned to bring. Confined to the thread of its context.
public final class Finder {
  private final Loader loader;
  private final Session session;

  /// Null where nothing is learned.
  private final @Nullable LearnedFinds learned;

  /// Null until a find is observed.
  private @Nullable OpenTraces traces;

  /// @param learned null when every find reads what its mapping says
  public Finder(Loader loader, Session session, @Nullable LearnedFinds learned) {
    this.loader = loader;
    this.session = session;
    this.learned = learned;
  }

  /// The entry of an id that has none in the context, or an unloaded one; null when there is no
  /// row.
  ///
  /// @param plan what is to be read with it
  @SuppressWarnings("ReferenceEquality") // a graph that names nothing is a graph all the same
  public @Nullable EntityEntry find(EntityDescriptor type, Object key, FetchPlan plan) {
    boolean isPlain = plan == FetchPlan.MAPPING;
    ReadSite<LearnedPlan> site = learned == null || !isPlain ? null : learned.of(type);
    return site == null ? find(type, key, plan, null) : find(type, key, site);
  }

  private @Nullable EntityEntry find(
      EntityDescriptor type, Object key, FetchPlan plan, @Nullable ReadTrace trace) {
    SharedRows shared = loader.shared();
    if (shared != null && type.shared != null) {
      EntityEntry cached = SharedLoad.find(loader, shared, type, key, plan);
      if (cached != null) {
        return cached;
      }
    }
    return loader.read(type, key, plan, trace);
  }

  private @Nullable EntityEntry find(
      EntityDescriptor type, Object key, ReadSite<LearnedPlan> site) {
    LearnedPlan learnt = site.plan();
    SharedRows shared = type.shared == null ? null : loader.shared();
    boolean isLookedUp = shared == null || learnt == null || learnt.isKept();
    if (shared != null && isLookedUp) {
      // What is touched later is in memory as well, mostly: nothing is learned of that, and there
      // is no round trip to save by bringing it now.
      EntityEntry cached = SharedLoad.find(loader, shared, type, key, FetchPlan.MAPPING);
      if (cached != null) {
        return cached;
      }
    }
    boolean isObserved = site.isNextObserved();
    ReadTrace trace = isObserved ? traces().begin(site, session.turns()) : null;
    FetchPlan plan = isObserved || learnt == null ? FetchPlan.MAPPING : learnt.plan();
    int known = loader.identities().size();
    EntityEntry found =
        isLookedUp ? loader.read(type, key, plan, trace) : find(type, key, plan, trace);
    if (!plan.namesNothing()) {
      site.carried(loader.identities().size() - known);
    }
    return found;
  }

  private OpenTraces traces() {
    OpenTraces known = traces;
    if (known == null) {
      known = new OpenTraces();
      traces = known;
    }
    return known;
  }

  /// The unit of work is over, or has forgotten what it read: what was observed is learned from.
  public void unitOfWorkEnded() {
    if (traces != null) {
      traces.close();
    }
  }
}
