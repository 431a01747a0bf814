package io.tiercel.lab.foodmart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.lab.data.Figure;
import java.math.BigDecimal;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FoodMartTest {
  /// The figures were counted apart from this code, by a script over the lines of the artifact.
  @Test
  void the_artifact_has_the_rows_and_sums_that_were_counted_apart() {
    var data = FoodMart.read();
    var figures = data.figures().stream().collect(Collectors.toMap(Figure::name, Figure::expected));
    assertEquals(BigDecimal.valueOf(10_281), figures.get("customer"));
    assertEquals(BigDecimal.valueOf(1_560), figures.get("product"));
    assertEquals(BigDecimal.valueOf(1_155), figures.get("employee"));
    assertEquals(BigDecimal.valueOf(58_381), figures.get("sales_order"));
    assertEquals(BigDecimal.valueOf(269_720), figures.get("order_line"));
    assertEquals(new BigDecimal("1764546.4400"), figures.get("sales"));
    assertEquals(new BigDecimal("706294.7306"), figures.get("cost of sales"));
    assertEquals(BigDecimal.valueOf(833_489), figures.get("units sold"));
  }

  @Test
  void the_steps_cover_every_entity_and_supervisors_come_before_their_people() {
    var source = FoodMartSource.read();
    var seen = new java.util.HashSet<Integer>();
    for (var employee : source.employees()) {
      Integer supervisor = FoodMartSource.supervisor(employee);
      assertEquals(
          true, supervisor == null || seen.contains(supervisor), employee.text("full_name"));
      seen.add(employee.integer("employee_id"));
    }
    assertEquals(1_155, seen.size());
  }
}
