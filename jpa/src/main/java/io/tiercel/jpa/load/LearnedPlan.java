package io.tiercel.jpa.load;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.shared.SharedEntity;
import java.util.Map;

/// What finds of an entity have learned to bring. Immutable.
///
/// @param isKept whether the shared cache keeps all that the plan names: then it saves round trips
///     where the database is asked, and where the entity is in memory there are none to save
record LearnedPlan(FetchPlan plan, boolean isKept) {

  static LearnedPlan of(EntityDescriptor type, FetchPlan plan, Descriptors descriptors) {
    return new LearnedPlan(plan, isKept(type, plan, descriptors));
  }

  private static boolean isKept(EntityDescriptor type, FetchPlan plan, Descriptors descriptors) {
    if (!isStored(type) || !plan.treated().isEmpty()) {
      return false;
    }
    for (Map.Entry<String, FetchPlan> named : plan.named().entrySet()) {
      Attribute attribute = type.mapping.attribute(named.getKey());
      boolean isKept =
          switch (attribute) {
            case ToOneAttribute toOne ->
                toOne.refersToId()
                    && isKept(descriptors.of(toOne.target().type()), named.getValue(), descriptors);
            case ToManyAttribute toMany ->
                isKept(type, toMany)
                    && isKept(
                        descriptors.of(toMany.target().type()), named.getValue(), descriptors);
            case PluralAttribute values -> isKept(type, values);
            case null, default -> false;
          };
      if (!isKept) {
        return false;
      }
    }
    return true;
  }

  private static boolean isKept(EntityDescriptor type, PluralAttribute attribute) {
    return type.collections().containsKey(attribute);
  }

  private static boolean isStored(EntityDescriptor type) {
    SharedEntity shared = type.shared;
    return shared != null && shared.isStored();
  }
}
