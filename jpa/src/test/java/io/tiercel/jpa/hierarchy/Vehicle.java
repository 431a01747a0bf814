package io.tiercel.jpa.hierarchy;

/// What the tests see of a vehicle, however its hierarchy is stored.
public interface Vehicle {

  Long id();

  String name();

  void rename(String name);

  int version();

  Object owner();

  /// Sets the owner, which must be of the same model.
  void ownedBy(Object owner);
}
