package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How an association inside an embeddable is reached from the embeddable. Safe for any number of
/// threads.
public final class EmbeddedToOne {
  private final ToOneAttribute attribute;
  private final List<Step> between;
  private final MemberAccess last;

  /// From one embeddable to the next.
  private record Step(MemberAccess access, int index) {}

  private EmbeddedToOne(ToOneAttribute attribute, List<Step> between) {
    this.attribute = attribute;
    this.between = List.copyOf(between);
    this.last = PartClass.generate(List.of(attribute));
  }

  /// Those of an embeddable and of the embeddables in it; for most none.
  public static List<EmbeddedToOne> of(EmbeddedAttribute embeddable) {
    List<EmbeddedToOne> found = new ArrayList<>();
    add(embeddable, List.of(), found);
    return List.copyOf(found);
  }

  private static void add(
      EmbeddedAttribute embeddable, List<Step> steps, List<EmbeddedToOne> found) {
    for (Attribute attribute : embeddable.attributes()) {
      switch (attribute) {
        case ToOneAttribute toOne -> found.add(new EmbeddedToOne(toOne, steps));
        case EmbeddedAttribute inner -> {
          if (inner.hasAssociations()) {
            List<Step> further = new ArrayList<>(steps);
            further.add(new Step(PartClass.generate(List.of(inner)), inner.index()));
            add(inner, further, found);
          }
        }
        case BasicAttribute _, PluralAttribute _ -> {
          // No association with one entity.
        }
      }
    }
  }

  /// The association.
  public ToOneAttribute attribute() {
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
