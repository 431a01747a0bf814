package io.tiercel.jpa.validation;

import io.tiercel.jpa.access.MemberAccess;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.LifecycleEvent;

/// Validates new instances when they are flushed, and not before: an application may persist first
/// and fill in later.
record ValidationAtFlush(UnitValidation all) implements UnitValidation {

  private record OfType(TypeValidation all) implements TypeValidation {
    @Override
    public void validate(LifecycleEvent event, Object instance) {
      all.validate(event, instance);
    }

    @Override
    public void validatePersisted(Object instance) {
      // The flush does it.
    }
  }

  @Override
  public TypeValidation of(EntityMapping mapping, MemberAccess access) {
    return new OfType(all.of(mapping, access));
  }

  @Override
  public void close() {
    all.close();
  }
}
