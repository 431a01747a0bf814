package io.tiercel.lab.foodmart;

import io.tiercel.lab.data.DataArtifact;
import io.tiercel.lab.data.HsqldbScript;
import io.tiercel.lab.data.SourceRow;
import io.tiercel.lab.data.SourceTable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// FoodMart as the artifact has it, put in the order and the shape that the tables want: sales rows
/// grouped into orders, product classes spread into a tree, supervisors before their people.
final class FoodMartSource {
  private static final List<String> SALES =
      List.of("sales_fact_1997", "sales_fact_1998", "sales_fact_dec_1998");
  private static final Set<String> TABLES =
      Set.of(
          "customer",
          "department",
          "employee",
          "position",
          "product",
          "product_class",
          "promotion",
          "region",
          "sales_fact_1997",
          "sales_fact_1998",
          "sales_fact_dec_1998",
          "store",
          "time_by_day");

  private final Map<String, SourceTable> tables;
  private final List<OrderSource> orders;
  private final List<CategorySource> categories;
  private final List<SourceRow> employees;

  private FoodMartSource(Map<String, SourceTable> tables) {
    this.tables = tables;
    this.orders = groupIntoOrders();
    this.categories = spreadCategories();
    this.employees = supervisorsFirst();
  }

  static FoodMartSource read() {
    return new FoodMartSource(HsqldbScript.read(DataArtifact.FOODMART, TABLES));
  }

  /// One product in an order.
  record LineSource(
      int product, @Nullable Integer promotion, int quantity, BigDecimal amount, BigDecimal cost) {}

  /// What a customer took from a store on a day.
  record OrderSource(LocalDate day, int store, int customer, List<LineSource> lines) {}

  /// A node of the product tree, numbered from 1, parents before children.
  ///
  /// @param productClass the row of the source that a leaf stands for; null above the leaves
  record CategorySource(
      int number,
      String name,
      Category.Rank rank,
      @Nullable Integer parent,
      @Nullable Integer productClass) {}

  List<SourceRow> rows(String table) {
    return java.util.Objects.requireNonNull(tables.get(table), table).rows();
  }

  List<SourceRow> employees() {
    return employees;
  }

  /// Promotion 0 is the source's way to say that there was none.
  List<SourceRow> promotions() {
    return rows("promotion").stream().filter(row -> row.integer("promotion_id") != 0).toList();
  }

  List<CategorySource> categories() {
    return categories;
  }

  /// In order of day, store and customer.
  List<OrderSource> orders() {
    return orders;
  }

  /// Zero stands for "nobody" in the source.
  static @Nullable Integer supervisor(SourceRow employee) {
    Integer supervisor = employee.integerOrNull("supervisor_id");
    return supervisor == null || supervisor == 0 ? null : supervisor;
  }

  private List<OrderSource> groupIntoOrders() {
    var days = new HashMap<Integer, LocalDate>();
    rows("time_by_day").forEach(row -> days.put(row.integer("time_id"), row.date("the_date")));
    record Key(LocalDate day, int store, int customer) {}
    var grouped = new HashMap<Key, List<LineSource>>();
    for (String year : SALES) {
      for (SourceRow row : rows(year)) {
        LocalDate day = days.get(row.integer("time_id"));
        if (day == null) {
          throw new io.tiercel.lab.data.DataException(
              "time_id %d of %s is not in time_by_day".formatted(row.integer("time_id"), year));
        }
        var key = new Key(day, row.integer("store_id"), row.integer("customer_id"));
        grouped.computeIfAbsent(key, k -> new ArrayList<>()).add(line(row));
      }
    }
    return grouped.entrySet().stream()
        .map(e -> order(e.getKey().day, e.getKey().store, e.getKey().customer, e.getValue()))
        .sorted(
            Comparator.comparing(OrderSource::day)
                .thenComparing(OrderSource::store)
                .thenComparing(OrderSource::customer))
        .toList();
  }

  private static OrderSource order(LocalDate day, int store, int customer, List<LineSource> lines) {
    return new OrderSource(day, store, customer, List.copyOf(lines));
  }

  private static LineSource line(SourceRow row) {
    int promotion = row.integer("promotion_id");
    return new LineSource(
        row.integer("product_id"),
        promotion == 0 ? null : promotion,
        row.decimal("unit_sales").intValueExact(),
        row.decimal("store_sales"),
        row.decimal("store_cost"));
  }

  private List<CategorySource> spreadCategories() {
    var numbers = new LinkedHashMap<List<String>, Integer>();
    var nodes = new ArrayList<CategorySource>();
    for (SourceRow row : rows("product_class")) {
      var path = new ArrayList<String>();
      Integer parent = null;
      for (Category.Rank rank :
          List.of(Category.Rank.FAMILY, Category.Rank.DEPARTMENT, Category.Rank.CATEGORY)) {
        String name = row.text("product_" + rank.name().toLowerCase(java.util.Locale.ROOT));
        path.add(name);
        Integer number = numbers.get(path);
        if (number == null) {
          number = nodes.size() + 1;
          numbers.put(List.copyOf(path), number);
          nodes.add(new CategorySource(number, name, rank, parent, null));
        }
        parent = number;
      }
      nodes.add(
          new CategorySource(
              nodes.size() + 1,
              row.text("product_subcategory"),
              Category.Rank.SUBCATEGORY,
              parent,
              row.integer("product_class_id")));
    }
    return List.copyOf(nodes);
  }

  private List<SourceRow> supervisorsFirst() {
    var supervisors = new HashMap<Integer, Integer>();
    for (SourceRow row : rows("employee")) {
      Integer supervisor = supervisor(row);
      if (supervisor != null) {
        supervisors.put(row.integer("employee_id"), supervisor);
      }
    }
    return rows("employee").stream()
        .sorted(Comparator.comparing(row -> depth(supervisors, row.integer("employee_id"))))
        .toList();
  }

  private static int depth(Map<Integer, Integer> supervisors, int employee) {
    int depth = 0;
    for (Integer boss = supervisors.get(employee); boss != null; boss = supervisors.get(boss)) {
      depth++;
    }
    return depth;
  }
}
