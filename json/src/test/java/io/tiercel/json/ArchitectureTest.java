package io.tiercel.json;

import io.tiercel.testkit.ArchitectureRules;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  @Test
  void packages_do_not_depend_on_each_other_in_circles() {
    ArchitectureRules.noPackageCycles("io.tiercel.json");
  }

  @Test
  void public_types_are_documented() {
    ArchitectureRules.publicTypesAreDocumented(Path.of("src/main/java"));
  }
}
