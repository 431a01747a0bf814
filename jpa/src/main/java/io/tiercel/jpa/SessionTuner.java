package io.tiercel.jpa;

import org.jspecify.annotations.Nullable;

/// Sets what a persistence unit is to run with, in one place: named by the property
/// `tiercel.session-tuner`, as an instance or as the name of a class with a constructor without
/// parameters. It is called once for each opening of the unit, before anything else, by the thread
/// that opens it. What it throws keeps the unit closed.
@FunctionalInterface
public interface SessionTuner {

  /// Chooses settings.
  void tune(Settings settings);

  /// The properties of a unit that is about to open. Confined to the call of [#tune].
  interface Settings {

    /// The name of the persistence unit.
    String unitName();

    /// The value a property has so far: as it is given, else as the tuner or the profile set it;
    /// null when nobody did.
    @Nullable Object get(String property);

    /// Sets a property. One that is given with the unit, in its declaration or when the factory is
    /// made, keeps the given value. The value may be an object where the property takes one.
    Settings set(String property, Object value);
  }
}
