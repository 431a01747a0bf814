package io.tiercel.jpa.hierarchy;

/// The hierarchy in a table for each concrete class (Jakarta Persistence 3.2, section 2.13).
class TablePerClassTest extends HierarchyContract {
  TablePerClassTest() {
    super(TablePerClassVehicles.MODEL);
  }
}
