package io.tiercel.jpa;

import io.tiercel.testkit.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  @Test
  void packages_do_not_depend_on_each_other_in_circles() {
    ArchitectureRules.noPackageCycles("io.tiercel.jpa");
  }
}
