package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.learn.ReadTrace;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.session.Session;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tells the traces of observed reads which paths the application has gone on to load. Confined to
/// the thread of its context.
final class ObservedLoads {
  private final IdentityMap identities;
  private final Session session;

  ObservedLoads(IdentityMap identities, Session session) {
    this.identities = identities;
    this.session = session;
  }

  private @Nullable ReadTrace trace(EntityEntry entry) {
    ReadTrace trace = entry.batch.trace;
    return trace != null && trace.counts(session.turns()) ? trace : null;
  }

  /// The path by which an instance is reached that is about to be loaded; null when nobody asks.
  @Nullable String path(EntityEntry entry) {
    ReadTrace trace = trace(entry);
    return trace == null ? null : path(trace, entry);
  }

  private @Nullable String path(ReadTrace trace, EntityEntry to) {
    return trace.root() instanceof EntityEntry root
        ? new ReadPath(identities, root).to(to.instance)
        : null;
  }

  /// That path was loaded.
  ///
  /// @param path null when nobody asks
  void loaded(EntityEntry entry, @Nullable String path, int rows) {
    ReadTrace trace = entry.batch.trace;
    // The entry is in the batch of its row by now, which has the same trace.
    if (path != null && trace != null) {
      trace.loaded(path, rows);
    }
  }

  /// A collection was loaded, and those of the owner's siblings with it.
  ///
  /// @param load what was asked for
  void loaded(EntityEntry owner, PluralAttribute attribute, PendingLoads load) {
    ReadTrace trace = trace(owner);
    if (trace == null) {
      return;
    }
    String path = path(trace, owner);
    if (path != null) {
      String own =
          path.isEmpty() ? attribute.name() : path + ReadTrace.SEPARATOR + attribute.name();
      if (ReadTrace.depth(own) <= ReadTrace.MAX_DEPTH) {
        trace.loaded(own, elements(attribute, load.collections));
      }
    }
  }

  private static int elements(PluralAttribute attribute, List<PendingLoads.CollectionLoad> loads) {
    int count = 0;
    for (PendingLoads.CollectionLoad load : loads) {
      for (EntityEntry owner : load.owners()) {
        count += elements(owner.type.access.get(owner.instance, attribute.index()));
      }
    }
    return count;
  }

  private static int elements(@Nullable Object value) {
    if (value instanceof LazyCollection lazy && !lazy.isLoaded()) {
      return 0;
    }
    return switch (value) {
      case Collection<?> collection -> collection.size();
      case Map<?, ?> map -> map.size();
      case null, default -> 0;
    };
  }
}
