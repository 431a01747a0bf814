package io.tiercel.jpa;

import java.util.HashMap;
import java.util.Map;

/// Classes that `zoo.xml` maps as a hierarchy.
final class Zoo {
  private Zoo() {}

  static class Animal {
    int id;
    int births;
    Map<String, Integer> diet = new HashMap<>();

    void born() {
      births++;
    }

    int getBirths() {
      return births;
    }
  }

  static class Bear extends Animal {
    int weight;
  }
}
