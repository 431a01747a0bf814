package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.descriptor.PlacedElement;
import io.tiercel.jpa.descriptor.Places;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.mapping.ToManyAttribute;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Gives owners what their to-many association holds, wherever that came from.
///
/// @param plan what is to be read with the elements
/// @param next takes what the elements call for
record CollectionContent(
    Loader loader,
    ToManyAttribute attribute,
    EntityDescriptor target,
    @Nullable Places places,
    FetchPlan plan,
    PendingLoads next) {

  /// Reads the entities that are keys and have no lazy form.
  ///
  /// @param elements a [PlacedElement] each
  void loadKeys(Collection<List<Object>> elements) {
    if (places != null) {
      new PlaceReader(places, loader).loadKeys(elements);
    }
  }

  /// Fills the collection of an owner.
  ///
  /// @param own its elements, each a [PlacedElement] if it has places
  /// @param touched the lazy collection whose first touch this is; the owner's attribute may hold
  ///     another one by now
  void give(EntityEntry owner, List<Object> own, @Nullable LazyCollection touched) {
    if (touched != null && !touched.isLoaded()) {
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
