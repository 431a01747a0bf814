package io.tiercel.lab.foodmart;

import io.tiercel.lab.data.DataArtifact;
import io.tiercel.lab.data.DataSet;
import io.tiercel.lab.data.Figure;
import io.tiercel.lab.data.JdbcStep;
import io.tiercel.lab.data.JpaStep;
import io.tiercel.lab.data.Shop;
import io.tiercel.lab.data.SourceRow;
import jakarta.persistence.EntityManagerFactory;
import java.math.BigDecimal;
import java.sql.Connection;
import java.util.List;
import java.util.function.Function;

/// The large data set: 10,281 customers, 1,560 products, 58,381 orders with 269,720 lines.
public final class FoodMart implements DataSet {
  private final FoodMartSource source;

  private FoodMart(FoodMartSource source) {
    this.source = source;
  }

  /// Reads the artifact, about a second. Throws [io.tiercel.lab.data.DataException] when it is
  /// missing or damaged.
  public static FoodMart read() {
    return new FoodMart(FoodMartSource.read());
  }

  @Override
  public String name() {
    return "FoodMart";
  }

  @Override
  public String slug() {
    return "foodmart";
  }

  @Override
  public String version() {
    return DataArtifact.FOODMART.coordinates() + " mapping 1";
  }

  @Override
  public List<Class<?>> entities() {
    return List.of(
        Address.class,
        Category.class,
        Customer.class,
        CustomerProfile.class,
        Department.class,
        Employee.class,
        OrderLine.class,
        Position.class,
        Product.class,
        Promotion.class,
        Region.class,
        SalesOrder.class,
        Store.class);
  }

  @Override
  public long rows() {
    return figures().stream()
        .filter(figure -> figure.sql().equals("select count(*) from " + figure.name()))
        .mapToLong(figure -> figure.expected().longValueExact())
        .sum();
  }

  @Override
  public List<JpaStep> jpaSteps() {
    return new FoodMartJpaLoad(source).steps();
  }

  @Override
  public String ddl() {
    return FoodMartJdbcLoad.DDL;
  }

  @Override
  public List<JdbcStep> jdbcSteps() {
    return new FoodMartJdbcLoad(source).steps();
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        Figure.rows("region", source.rows("region").size()),
        Figure.rows("store", source.rows("store").size()),
        Figure.rows("department", source.rows("department").size()),
        Figure.rows("job_position", source.rows("position").size()),
        Figure.rows("employee", source.employees().size()),
        Figure.rows("promotion", source.promotions().size()),
        Figure.rows("category", source.categories().size()),
        Figure.rows("product", source.rows("product").size()),
        Figure.rows("customer", source.rows("customer").size()),
        Figure.rows("customer_profile", source.rows("customer").size()),
        Figure.rows("sales_order", source.orders().size()),
        Figure.rows("order_line", lines().size()),
        sum("units sold", "quantity", line -> BigDecimal.valueOf(line.quantity())),
        sum("sales", "amount", FoodMartSource.LineSource::amount),
        sum("cost of sales", "cost", FoodMartSource.LineSource::cost),
        new Figure(
            "list prices",
            "select sum(price) from product",
            sum(source.rows("product"), row -> row.decimal("SRP"))),
        new Figure(
            "salaries",
            "select sum(salary) from employee",
            sum(source.employees(), row -> row.decimal("salary"))),
        new Figure("sales in Canada", SALES_IN_CANADA, salesInCanada()),
        Figure.of(
            "orders without lines",
            """
            select count(*) from sales_order o
            where not exists (select 1 from order_line l where l.order_id = o.id)""",
            0));
  }

  /// Goes through three relations, so that rows tied to the wrong parent show.
  private static final String SALES_IN_CANADA =
      """
      select sum(l.amount) from order_line l
      join sales_order o on o.id = l.order_id
      join store s on s.id = o.store_id
      join region r on r.id = s.region_id
      where r.country = 'Canada'""";

  private BigDecimal salesInCanada() {
    var regions =
        source.rows("region").stream()
            .filter(row -> row.text("sales_country").equals("Canada"))
            .map(row -> row.integer("region_id"))
            .toList();
    var stores =
        source.rows("store").stream()
            .filter(row -> regions.contains(row.integer("region_id")))
            .map(row -> row.integer("store_id"))
            .toList();
    return source.orders().stream()
        .filter(order -> stores.contains(order.store()))
        .flatMap(order -> order.lines().stream())
        .map(FoodMartSource.LineSource::amount)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private Figure sum(
      String name, String column, Function<FoodMartSource.LineSource, BigDecimal> value) {
    return new Figure(
        name,
        "select sum(%s) from order_line".formatted(column),
        lines().stream().map(value).reduce(BigDecimal.ZERO, BigDecimal::add));
  }

  private static BigDecimal sum(List<SourceRow> rows, Function<SourceRow, BigDecimal> value) {
    return rows.stream().map(value).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private List<FoodMartSource.LineSource> lines() {
    return source.orders().stream().flatMap(order -> order.lines().stream()).toList();
  }

  @Override
  public Shop jpaShop(EntityManagerFactory factory) {
    return new FoodMartJpaShop(factory);
  }

  @Override
  public Shop jdbcShop(Connection connection) {
    return new FoodMartJdbcShop(connection);
  }
}
