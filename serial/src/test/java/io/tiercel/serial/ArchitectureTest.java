package io.tiercel.serial;

import io.tiercel.testkit.ArchitectureRules;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  @Test
  void packages_do_not_depend_on_each_other_in_circles() {
    ArchitectureRules.noPackageCycles("io.tiercel.serial");
  }

  @Test
  void public_types_are_documented() {
    ArchitectureRules.publicTypesAreDocumented(Path.of("src/main/java"));
  }
}
