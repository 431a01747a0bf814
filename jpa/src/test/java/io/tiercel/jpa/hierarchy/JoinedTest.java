package io.tiercel.jpa.hierarchy;

/// The hierarchy in joined tables (Jakarta Persistence 3.2, section 2.13).
class JoinedTest extends HierarchyContract {
  JoinedTest() {
    super(JoinedVehicles.MODEL);
  }
}
