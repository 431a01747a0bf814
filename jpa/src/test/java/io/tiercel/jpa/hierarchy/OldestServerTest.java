package io.tiercel.jpa.hierarchy;

import io.tiercel.testkit.TestServer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;

/// Every way to store a hierarchy on the oldest server that is supported (Jakarta Persistence 3.2,
/// section 2.13).
class OldestServerTest {

  private static TestServer oldest() {
    Assumptions.assumeTrue(TestServer.v15().isPresent());
    return TestServer.v15().orElseThrow();
  }

  @Nested
  class SingleTable extends HierarchyContract {
    SingleTable() {
      super(SingleTableVehicles.MODEL);
    }

    @Override
    TestServer server() {
      return oldest();
    }
  }

  @Nested
  class Joined extends HierarchyContract {
    Joined() {
      super(JoinedVehicles.MODEL);
    }

    @Override
    TestServer server() {
      return oldest();
    }
  }

  @Nested
  class TablePerClass extends HierarchyContract {
    TablePerClass() {
      super(TablePerClassVehicles.MODEL);
    }

    @Override
    TestServer server() {
      return oldest();
    }
  }
}
