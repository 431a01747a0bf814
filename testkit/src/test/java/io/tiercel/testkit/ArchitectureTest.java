package io.tiercel.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void packages_depend_one_way() {
    ArchitectureRules.noPackageCycles("io.tiercel.testkit");
  }

  @Test
  void public_types_are_documented() {
    ArchitectureRules.publicTypesAreDocumented(Path.of("src/main/java"));
  }

  @Test
  void a_cycle_is_found_and_its_packages_are_named() {
    var e =
        assertThrows(
            AssertionError.class, () -> ArchitectureRules.noPackageCycles("org.postgresql.core"));
    assertTrue(e.toString().contains("Slice org.postgresql.core"), e::toString);
  }

  @Test
  void a_package_without_classes_is_an_error_rather_than_a_pass() {
    assertThrows(AssertionError.class, () -> ArchitectureRules.noPackageCycles("io.tiercel.none"));
  }

  @Test
  void an_undocumented_public_type_is_named() {
    var e =
        assertThrows(
            AssertionError.class,
            () ->
                ArchitectureRules.publicTypesAreDocumented(Path.of("src/test/resources/sources")));
    assertTrue(e.toString().contains("[Undocumented, Nested]"), e::toString);
  }
}
