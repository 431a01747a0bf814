package io.tiercel.jpa;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;

/// Classes that `garage-1.xml`, `garage-2.xml` and `garage-3.xml` map.
@NullUnmarked // fields are filled by the provider
final class Garage {
  private Garage() {}

  enum State {
    NEW,
    DONE
  }

  static class Work {
    String title;
    Bay bay;
  }

  static class Job extends Work {
    Integer number;
    Date done;
    State state = State.NEW;
    String notes = "";
    BigDecimal price;
    String spare;
    Bill bill;
  }

  static class Bell {
    static final Set<Object> RUNG = new HashSet<>();

    void ring(Object entity) {
      RUNG.add(entity);
    }
  }

  static class Bay {
    String code;
    Map<String, Job> jobs = new HashMap<>();
  }

  record BayId(String code) {}

  static class Bill {
    Long id;
  }

  record Colour(int red, int green, int blue) {}

  static class ColourConverter implements AttributeConverter<Colour, String> {
    @Override
    public String convertToDatabaseColumn(Colour colour) {
      return "%02x%02x%02x".formatted(colour.red, colour.green, colour.blue);
    }

    @Override
    public Colour convertToEntityAttribute(String hex) {
      int rgb = Integer.parseInt(hex, 16);
      return new Colour(rgb >> 16, rgb >> 8 & 255, rgb & 255);
    }
  }

  /// Litres are stored as millilitres.
  static class LitreConverter implements AttributeConverter<Integer, Long> {
    @Override
    public Long convertToDatabaseColumn(Integer litres) {
      return litres * 1000L;
    }

    @Override
    public Integer convertToEntityAttribute(Long millilitres) {
      return (int) (millilitres / 1000);
    }
  }

  static class Driver {
    String name;
  }

  static class Key {
    int number;
  }

  static class Spot {
    String side;
    int height;

    @Override
    public boolean equals(Object other) {
      return other instanceof Spot spot && spot.side.equals(side) && spot.height == height;
    }

    @Override
    public int hashCode() {
      return side.hashCode();
    }
  }

  static class Car {
    int id;
    Colour colour;
    List<String> seats = new ArrayList<>();
    Map<State, Integer> fees = new HashMap<>();
    Map<Date, String> services = new HashMap<>();
    Map<Integer, String> tanks = new HashMap<>();

    @SuppressWarnings("rawtypes")
    Map dents = new HashMap();

    Map<Driver, Key> keys = new HashMap<>();
    Set<Spot> parts = new HashSet<>();
    String rumour;
  }

  /// The file has annotations count nowhere.
  @Entity(name = "NotThisOne")
  @Table(name = "not_this_one", schema = "not_this_one")
  @EntityListeners(Bell.class)
  @NamedQuery(name = "Tool.annotated", query = "select t from Tool t")
  static class Tool {
    @Column(name = "not_this_one")
    int id;

    @Id String label;
    @Transient int weight;
    List<Integer> sizes = new ArrayList<>();
  }
}
