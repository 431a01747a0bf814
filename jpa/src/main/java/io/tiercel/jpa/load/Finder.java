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
    ReadSite<FetchPlan> site = learned == null || !isPlain ? null : learned.of(type);
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

  private @Nullable EntityEntry find(EntityDescriptor type, Object key, ReadSite<FetchPlan> site) {
    if (site.isNextObserved()) {
      return find(type, key, FetchPlan.MAPPING, traces().begin(site, session.turns()));
    }
    FetchPlan plan = site.plan();
    if (plan == null) {
      return find(type, key, FetchPlan.MAPPING, null);
    }
    int known = loader.identities().entries().size();
    EntityEntry found = find(type, key, plan, null);
    site.carried(loader.identities().entries().size() - known);
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
