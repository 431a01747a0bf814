package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Access to an entity with associations or collections inside embeddables: their indexes, which
/// count from [EntityMapping#FIRST_NESTED], lead through the embeddables.
///
/// @param generated for all else
/// @param paths by index
record NestedAccess(EntityAccess generated, List<Path> paths) implements EntityAccess {

  NestedAccess {
    paths = List.copyOf(paths);
  }

  /// The way to an association.
  ///
  /// @param first the index of the entity's attribute
  /// @param between from one embeddable to the next
  /// @param last from the innermost embeddable to the association
  private record Path(int first, List<Step> between, Step last) {}

  /// @param index of the attribute that the access is for
  private record Step(MemberAccess access, int index) {}

  static NestedAccess of(EntityAccess generated, EntityMapping mapping) {
    List<Path> paths = new ArrayList<>();
    for (EntityMapping.Nested nested : mapping.nested()) {
      List<EmbeddedAttribute> path = nested.path();
      List<Step> between =
          path.subList(1, path.size()).stream()
              .map(inner -> new Step(PartClass.generate(List.of(inner)), inner.index()))
              .toList();
      int index = nested.attribute().index();
      Step last = new Step(PartClass.generate(List.of(nested.attribute())), index);
      paths.add(new Path(path.getFirst().index(), between, last));
    }
    return new NestedAccess(generated, paths);
  }

  @Override
  public Object newInstance() {
    return generated.newInstance();
  }

  @Override
  public Object newRecord(@Nullable Object[] values, @Nullable Object[] targets) {
    return generated.newRecord(values, targets);
  }

  @Override
  public @Nullable Object newLazyInstance(Object id, LazyLoader loader) {
    return generated.newLazyInstance(id, loader);
  }

  @Override
  public void fill(Object instance, @Nullable Object[] values) {
    generated.fill(instance, values);
  }

  @Override
  public void read(Object instance, @Nullable Object[] values) {
    generated.read(instance, values);
  }

  @Override
  public @Nullable Object get(Object instance, int attributeIndex) {
    if (attributeIndex < EntityMapping.FIRST_NESTED) {
      return generated.get(instance, attributeIndex);
    }
    Path path = paths.get(attributeIndex - EntityMapping.FIRST_NESTED);
    Object holder = holder(instance, path);
    return holder == null ? null : path.last.access.get(holder, attributeIndex);
  }

  @Override
  public void set(Object instance, int attributeIndex, @Nullable Object value) {
    if (attributeIndex < EntityMapping.FIRST_NESTED) {
      generated.set(instance, attributeIndex, value);
      return;
    }
    Path path = paths.get(attributeIndex - EntityMapping.FIRST_NESTED);
    Object holder = holder(instance, path);
    if (holder != null) {
      path.last.access.set(holder, attributeIndex, value);
    } else if (value != null) {
      throw new IllegalStateException("an association was read for an embeddable that is null");
    }
  }

  private @Nullable Object holder(Object instance, Path path) {
    Object holder = generated.get(instance, path.first);
    for (Step step : path.between) {
      holder = holder == null ? null : step.access.get(holder, step.index);
    }
    return holder;
  }
}
