package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How an association or collection inside an embeddable is reached from the embeddable. Safe for
/// any number of threads.
///
/// @param <A> which of both
public final class EmbeddedMember<A extends Attribute> {
  private final A attribute;
  private final List<Step> between;
  private final MemberAccess last;

  /// From one embeddable to the next.
  private record Step(MemberAccess access, int index) {}

  private EmbeddedMember(A attribute, List<Step> between) {
    this.attribute = attribute;
    this.between = List.copyOf(between);
    this.last = PartClass.generate(List.of(attribute));
  }

  /// The associations with one entity of an embeddable and of the embeddables in it; for most none.
  public static List<EmbeddedMember<ToOneAttribute>> toOnes(EmbeddedAttribute embeddable) {
    return of(embeddable, ToOneAttribute.class);
  }

  /// The collections of an embeddable and of the embeddables in it; for most none.
  public static List<EmbeddedMember<PluralAttribute>> plurals(EmbeddedAttribute embeddable) {
    return of(embeddable, PluralAttribute.class);
  }

  private static <A extends Attribute> List<EmbeddedMember<A>> of(
      EmbeddedAttribute embeddable, Class<A> kind) {
    List<EmbeddedMember<A>> found = new ArrayList<>();
    add(embeddable, kind, List.of(), found);
    return List.copyOf(found);
  }

  private static <A extends Attribute> void add(
      EmbeddedAttribute embeddable,
      Class<A> kind,
      List<Step> steps,
      List<EmbeddedMember<A>> found) {
    for (Attribute attribute : embeddable.attributes()) {
      if (kind.isInstance(attribute)) {
        found.add(new EmbeddedMember<>(kind.cast(attribute), steps));
      } else if (attribute instanceof EmbeddedAttribute inner && inner.hasAssociations()) {
        List<Step> further = new ArrayList<>(steps);
        further.add(new Step(PartClass.generate(List.of(inner)), inner.index()));
        add(inner, kind, further, found);
      }
    }
  }

  /// The association or collection.
  public A attribute() {
    return attribute;
  }

  /// What it holds; null also where an embeddable on the way is null.
  public @Nullable Object get(Object embeddable) {
    Object holder = holder(embeddable);
    return holder == null ? null : last.get(holder, attribute.index());
  }

  /// Sets it, unless an embeddable on the way is null.
  public void set(Object embeddable, @Nullable Object target) {
    Object holder = holder(embeddable);
    if (holder != null) {
      last.set(holder, attribute.index(), target);
    }
  }

  private @Nullable Object holder(Object embeddable) {
    Object holder = embeddable;
    for (Step step : between) {
      holder = holder == null ? null : step.access.get(holder, step.index);
    }
    return holder;
  }
}
