package io.tiercel.inside;

import io.tiercel.testkit.ArchitectureRules;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void packages_depend_one_way() {
    ArchitectureRules.noPackageCycles("io.tiercel.inside");
  }

  @Test
  void public_types_are_documented() {
    ArchitectureRules.publicTypesAreDocumented(Path.of("src/main/java"));
  }
}
