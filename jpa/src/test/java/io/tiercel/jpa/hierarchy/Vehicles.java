package io.tiercel.jpa.hierarchy;

import java.util.List;

/// A model of vehicles: `Vehicle`, abstract, with `Car`, `SportsCar` below that, and `Truck`. Each
/// way to store a hierarchy has classes of its own with the same entity names.
interface Vehicles {

  List<Class<?>> classes();

  Vehicle car(String name, int seats);

  Vehicle sportsCar(String name, int seats, int topSpeed);

  /// A truck that tows another vehicle, or null.
  Vehicle truck(String name, int tons, Vehicle tows);

  Object owner(int id, String name);

  void favour(Object owner, Vehicle vehicle);

  Vehicle favourite(Object owner);

  List<? extends Vehicle> vehicles(Object owner);

  List<? extends Vehicle> cars(Object owner);

  void drive(Vehicle vehicle, int miles);

  int trips(Vehicle vehicle);

  void setSeats(Vehicle car, int seats);

  int seats(Vehicle car);

  int topSpeed(Vehicle sportsCar);

  Vehicle tows(Vehicle truck);

  /// The entity class of a name.
  default Class<?> type(String entityName) {
    return classes().stream()
        .filter(
            type ->
                type.isAnnotationPresent(jakarta.persistence.Entity.class)
                    && type.getAnnotation(jakarta.persistence.Entity.class)
                        .name()
                        .equals(entityName))
        .findFirst()
        .orElseThrow();
  }
}
