package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.mapping.ToOneAttribute;

/// The entities that values of a collection refer to.
public interface ElementReferences {

  /// What the columns of the association hold for the instance.
  Object key(ToOneAttribute attribute, Object target);

  /// The instance that its columns refer to.
  Object target(ToOneAttribute attribute, Object key);

  /// For values that refer to none.
  ElementReferences NONE =
      new ElementReferences() {
        @Override
        public Object key(ToOneAttribute attribute, Object target) {
          throw new IllegalStateException("no association is read here: " + attribute.name());
        }

        @Override
        public Object target(ToOneAttribute attribute, Object key) {
          throw new IllegalStateException("no association is read here: " + attribute.name());
        }
      };

  /// For writing alone.
  @FunctionalInterface
  interface Keys extends ElementReferences {
    @Override
    default Object target(ToOneAttribute attribute, Object key) {
      return NONE.target(attribute, key);
    }
  }

  /// For reading alone.
  @FunctionalInterface
  interface Targets extends ElementReferences {
    @Override
    default Object key(ToOneAttribute attribute, Object target) {
      return NONE.key(attribute, target);
    }
  }
}
