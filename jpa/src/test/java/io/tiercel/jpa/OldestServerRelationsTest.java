package io.tiercel.jpa;

import io.tiercel.testkit.TestServer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;

/// Secondary tables, join tables and collections inside embeddables on the oldest server that is
/// supported.
class OldestServerRelationsTest {
  private static TestServer oldest() {
    Assumptions.assumeTrue(TestServer.v15().isPresent());
    return TestServer.v15().orElseThrow();
  }

  @Nested
  class SecondaryTable extends SecondaryTableTest {
    @Override
    TestServer server() {
      return oldest();
    }
  }

  @Nested
  class SecondaryTableQuery extends SecondaryTableQueryTest {
    @Override
    TestServer server() {
      return oldest();
    }
  }

  @Nested
  class JoinTableReference extends JoinTableReferenceTest {
    @Override
    TestServer server() {
      return oldest();
    }
  }

  @Nested
  class EmbeddedCollection extends EmbeddedCollectionTest {
    @Override
    TestServer server() {
      return oldest();
    }
  }

  @Nested
  class ElementReference extends ElementReferenceTest {
    @Override
    TestServer server() {
      return oldest();
    }
  }
}
