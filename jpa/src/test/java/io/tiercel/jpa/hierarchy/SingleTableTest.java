package io.tiercel.jpa.hierarchy;

/// The hierarchy in single table (Jakarta Persistence 3.2, section 2.13).
class SingleTableTest extends HierarchyContract {
  SingleTableTest() {
    super(SingleTableVehicles.MODEL);
  }
}
