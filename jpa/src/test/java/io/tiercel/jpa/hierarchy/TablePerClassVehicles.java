package io.tiercel.jpa.hierarchy;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/// Vehicles in a table for each concrete class.
@NullUnmarked // entities are filled by the provider
final class TablePerClassVehicles {
  private TablePerClassVehicles() {}

  @Entity(name = "Vehicle")
  @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
  abstract static class AnyVehicle implements Vehicle {
    @Id @GeneratedValue Long id;
    @Version int version;

    @Column(nullable = false)
    String name;

    @ManyToOne(fetch = FetchType.LAZY)
    Owner owner;

    @OneToMany(mappedBy = "vehicle", cascade = CascadeType.ALL)
    List<Trip> trips = new ArrayList<>();

    @Override
    public Long id() {
      return id;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void rename(String newName) {
      name = newName;
    }

    @Override
    public int version() {
      return version;
    }

    @Override
    public Object owner() {
      return owner;
    }

    @Override
    public void ownedBy(Object newOwner) {
      owner = (Owner) newOwner;
    }
  }

  /// Its state is persistent in the entities below it alone.
  @MappedSuperclass
  abstract static class Motorized extends AnyVehicle {
    int power;
  }

  /// Neither entity nor mapped superclass: what it holds is not stored.
  abstract static class Painted extends Motorized {
    String colour = "red";
  }

  @Entity(name = "Car")
  static class Car extends Painted {
    @Column(nullable = false)
    int seats;

    protected Car() {}

    Car(String name, int seats) {
      this.name = name;
      this.seats = seats;
    }
  }

  @Entity(name = "SportsCar")
  static class SportsCar extends Car {
    Integer topSpeed;

    protected SportsCar() {}

    SportsCar(String name, int seats, int topSpeed) {
      super(name, seats);
      this.topSpeed = topSpeed;
    }
  }

  @Entity(name = "Truck")
  static class Truck extends Motorized {
    Integer tons;

    @ManyToOne(fetch = FetchType.LAZY)
    AnyVehicle tows;

    protected Truck() {}

    Truck(String name, int tons, AnyVehicle tows) {
      this.name = name;
      this.tons = tons;
      this.tows = tows;
    }
  }

  @Entity(name = "Owner")
  static class Owner {
    @Id int id;
    String name;

    @OneToMany(mappedBy = "owner")
    List<AnyVehicle> vehicles = new ArrayList<>();

    @OneToMany(mappedBy = "owner")
    List<Car> cars = new ArrayList<>();

    @ManyToOne(fetch = FetchType.LAZY)
    AnyVehicle favourite;

    protected Owner() {}

    Owner(int id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  @Entity(name = "Trip")
  static class Trip {
    @Id @GeneratedValue Long id;
    int miles;

    @ManyToOne(fetch = FetchType.LAZY)
    AnyVehicle vehicle;

    protected Trip() {}

    Trip(AnyVehicle vehicle, int miles) {
      this.vehicle = vehicle;
      this.miles = miles;
      vehicle.trips.add(this);
    }
  }

  static final Vehicles MODEL =
      new Vehicles() {
        @Override
        public List<Class<?>> classes() {
          return List.of(
              AnyVehicle.class,
              Motorized.class,
              Car.class,
              SportsCar.class,
              Truck.class,
              Owner.class,
              Trip.class);
        }

        @Override
        public Vehicle car(String name, int seats) {
          return new Car(name, seats);
        }

        @Override
        public Vehicle sportsCar(String name, int seats, int topSpeed) {
          return new SportsCar(name, seats, topSpeed);
        }

        @Override
        public Vehicle truck(String name, int tons, Vehicle tows) {
          return new Truck(name, tons, (AnyVehicle) tows);
        }

        @Override
        public Object owner(int id, String name) {
          return new Owner(id, name);
        }

        @Override
        public void favour(Object owner, Vehicle vehicle) {
          ((Owner) owner).favourite = (AnyVehicle) vehicle;
        }

        @Override
        public Vehicle favourite(Object owner) {
          return ((Owner) owner).favourite;
        }

        @Override
        public List<? extends Vehicle> vehicles(Object owner) {
          return ((Owner) owner).vehicles;
        }

        @Override
        public List<? extends Vehicle> cars(Object owner) {
          return ((Owner) owner).cars;
        }

        @Override
        public void drive(Vehicle vehicle, int miles) {
          new Trip((AnyVehicle) vehicle, miles);
        }

        @Override
        public int trips(Vehicle vehicle) {
          return ((AnyVehicle) vehicle).trips.size();
        }

        @Override
        public void setSeats(Vehicle car, int seats) {
          ((Car) car).seats = seats;
        }

        @Override
        public int seats(Vehicle car) {
          return ((Car) car).seats;
        }

        @Override
        public int topSpeed(Vehicle sportsCar) {
          return ((SportsCar) sportsCar).topSpeed;
        }

        @Override
        public Vehicle tows(Vehicle truck) {
          return ((Truck) truck).tows;
        }
      };
}
