package io.tiercel.lab.foodmart;

import io.tiercel.lab.data.JpaStep;
import io.tiercel.lab.data.SourceRow;
import io.tiercel.lab.foodmart.FoodMartSource.CategorySource;
import io.tiercel.lab.foodmart.FoodMartSource.LineSource;
import io.tiercel.lab.foodmart.FoodMartSource.OrderSource;
import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Makes entities of the source and persists them, parents first. What an entity refers to is taken
/// by [EntityManager#getReference], so that nothing is read while loading.
final class FoodMartJpaLoad {
  /// Entities of one transaction; with their lines, about 5,600 rows of orders.
  private static final int BATCH = 1_000;

  private final FoodMartSource source;
  private final Map<Integer, Category> categoryOfProductClass = new HashMap<>();

  FoodMartJpaLoad(FoodMartSource source) {
    this.source = source;
  }

  List<JpaStep> steps() {
    return List.of(
        step("regions", source.rows("region"), (em, row) -> region(row)),
        step("stores", source.rows("store"), FoodMartJpaLoad::store),
        step("departments", source.rows("department"), (em, row) -> department(row)),
        step("positions", source.rows("position"), (em, row) -> position(row)),
        step("employees", source.employees(), FoodMartJpaLoad::employee),
        step("promotions", source.promotions(), (em, row) -> promotion(row)),
        new JpaStep("categories", 1, 1, this::categories),
        step("products", source.rows("product"), this::product),
        new JpaStep("customers", source.rows("customer").size(), BATCH, this::customer),
        new JpaStep("orders", source.orders().size(), BATCH, this::order));
  }

  /// Makes an entity of a row.
  @FunctionalInterface
  private interface Factory {
    Object make(EntityManager entityManager, SourceRow row);
  }

  private static JpaStep step(String what, List<SourceRow> rows, Factory factory) {
    return new JpaStep(
        what,
        rows.size(),
        BATCH,
        (em, index) -> {
          em.persist(factory.make(em, rows.get(index)));
          return 1;
        });
  }

  private static Region region(SourceRow row) {
    return new Region(
        row.integer("region_id"),
        row.text("sales_city"),
        row.textOrNull("sales_state_province"),
        row.text("sales_district"),
        row.text("sales_region"),
        row.text("sales_country"));
  }

  private static Store store(EntityManager em, SourceRow row) {
    var store =
        new Store(
            row.integer("store_id"),
            row.text("store_name"),
            row.text("store_type"),
            new Address(
                row.textOrNull("store_street_address"),
                row.textOrNull("store_city"),
                row.textOrNull("store_state"),
                row.textOrNull("store_postal_code"),
                row.textOrNull("store_country")),
            em.getReference(Region.class, row.integer("region_id")));
    store.furnish(
        row.dateOrNull("first_opened_date"),
        row.integerOrNull("store_sqft"),
        row.bool("coffee_bar"));
    return store;
  }

  private static Department department(SourceRow row) {
    return new Department(row.integer("department_id"), row.text("department_description"));
  }

  private static Position position(SourceRow row) {
    return new Position(
        row.integer("position_id"),
        row.text("position_title"),
        Position.PayType.valueOf(row.text("pay_type").toUpperCase(Locale.ROOT)),
        row.decimal("min_scale"),
        row.decimal("max_scale"));
  }

  private static Employee employee(EntityManager em, SourceRow row) {
    var employee =
        new Employee(
            row.integer("employee_id"),
            row.text("full_name"),
            row.date("birth_date"),
            row.dateOrNull("hire_date"),
            Gender.valueOf(row.text("gender")),
            row.decimal("salary"));
    Integer supervisor = FoodMartSource.supervisor(row);
    employee.assign(
        em.getReference(Position.class, row.integer("position_id")),
        em.getReference(Department.class, row.integer("department_id")),
        em.getReference(Store.class, row.integer("store_id")),
        supervisor == null ? null : em.getReference(Employee.class, supervisor));
    return employee;
  }

  private static Promotion promotion(SourceRow row) {
    return new Promotion(
        row.integer("promotion_id"),
        row.text("promotion_name"),
        row.text("media_type"),
        row.decimal("cost"),
        row.dateOrNull("start_date"),
        row.dateOrNull("end_date"));
  }

  /// The whole tree at once: persisting a family cascades down.
  private int categories(EntityManager em, int index) {
    var made = new HashMap<Integer, Category>();
    for (CategorySource node : source.categories()) {
      Category category = category(made, node);
      made.put(node.number(), category);
      if (node.productClass() != null) {
        categoryOfProductClass.put(node.productClass(), category);
      }
    }
    made.values().stream().filter(node -> node.getParent() == null).forEach(em::persist);
    return made.size();
  }

  private static Category category(Map<Integer, Category> made, CategorySource node) {
    if (node.parent() == null) {
      return new Category(node.name(), node.rank());
    }
    return Objects.requireNonNull(made.get(node.parent())).addChild(node.name(), node.rank());
  }

  private Product product(EntityManager em, SourceRow row) {
    Category category =
        Objects.requireNonNull(categoryOfProductClass.get(row.integer("product_class_id")));
    return new Product(
        row.integer("product_id"),
        row.text("product_name"),
        row.textOrNull("brand_name"),
        row.bigint("SKU"),
        row.decimal("SRP"),
        row.real("gross_weight"),
        row.bool("recyclable_package"),
        row.bool("low_fat"),
        em.getReference(Category.class, Objects.requireNonNull(category.getId())));
  }

  private int customer(EntityManager em, int index) {
    SourceRow row = source.rows("customer").get(index);
    em.persist(
        new Customer(
            row.integer("customer_id"),
            row.bigint("account_num"),
            row.text("fname"),
            row.text("lname"),
            new Address(
                row.textOrNull("address1"),
                row.textOrNull("city"),
                row.textOrNull("state_province"),
                row.textOrNull("postal_code"),
                row.textOrNull("country")),
            row.text("phone1"),
            MemberCard.valueOf(row.text("member_card").toUpperCase(Locale.ROOT)),
            row.date("date_accnt_opened"),
            em.getReference(Region.class, row.integer("customer_region_id")),
            profile(row)));
    return 2;
  }

  private static CustomerProfile profile(SourceRow row) {
    return new CustomerProfile(
        row.integer("customer_id"),
        row.date("birthdate"),
        Gender.valueOf(row.text("gender")),
        row.text("marital_status").equals("M"),
        row.text("yearly_income"),
        row.text("education"),
        row.textOrNull("occupation"),
        row.integer("total_children"),
        row.text("houseowner").equals("Y"));
  }

  private int order(EntityManager em, int index) {
    OrderSource from = source.orders().get(index);
    var order =
        new SalesOrder(
            em.getReference(Customer.class, from.customer()),
            em.getReference(Store.class, from.store()),
            from.day());
    for (LineSource line : from.lines()) {
      order.addLine(
          new OrderLine(
              em.getReference(Product.class, line.product()),
              promotion(em, line.promotion()),
              line.quantity(),
              line.amount(),
              line.cost()));
    }
    em.persist(order);
    return 1 + from.lines().size();
  }

  private static @Nullable Promotion promotion(EntityManager em, @Nullable Integer id) {
    return id == null ? null : em.getReference(Promotion.class, id);
  }
}
