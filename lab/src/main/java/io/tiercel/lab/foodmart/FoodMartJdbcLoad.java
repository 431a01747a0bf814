package io.tiercel.lab.foodmart;

import io.tiercel.lab.data.JdbcStep;
import io.tiercel.lab.data.SourceRow;
import io.tiercel.lab.foodmart.FoodMartSource.CategorySource;
import io.tiercel.lab.foodmart.FoodMartSource.LineSource;
import io.tiercel.lab.foodmart.FoodMartSource.OrderSource;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The schema and the INSERT statements of FoodMart as somebody who writes JDBC by hand would write
/// them. Rows that the entities number by a sequence are numbered from 1 here.
final class FoodMartJdbcLoad {
  static final String DDL =
      """
      create table region (id integer primary key, city varchar(255), state varchar(255),
        district varchar(255), name varchar(255), country varchar(255));
      create table store (id integer primary key, name varchar(255), type varchar(255),
        street varchar(255), city varchar(255), state varchar(255), postal_code varchar(255),
        country varchar(255), opened_on date, square_feet integer, coffee_bar boolean not null,
        region_id integer not null references region);
      create table department (id integer primary key, name varchar(255));
      create table job_position (id integer primary key, title varchar(255), pay_type varchar(255),
        min_scale numeric(10,4), max_scale numeric(10,4));
      create table employee (id integer primary key, name varchar(255), born_on date,
        hired_on date, gender varchar(255), salary numeric(10,4),
        position_id integer not null references job_position,
        department_id integer not null references department,
        store_id integer not null references store,
        supervisor_id integer references employee);
      create table promotion (id integer primary key, name varchar(255), medium varchar(255),
        cost numeric(10,4), starts_on date, ends_on date);
      create table category (id bigint primary key, name varchar(255), rank varchar(255),
        parent_id bigint references category);
      create table product (id integer primary key, version integer not null, name varchar(255),
        brand varchar(255), sku bigint not null, price numeric(10,4),
        gross_weight double precision not null, recyclable boolean not null,
        low_fat boolean not null, category_id bigint not null references category);
      create table customer_profile (id integer primary key, born_on date, gender varchar(255),
        married boolean not null, yearly_income varchar(255), education varchar(255),
        occupation varchar(255), children integer not null, house_owner boolean not null);
      create table customer (id integer primary key, account_number bigint not null,
        first_name varchar(255), last_name varchar(255), street varchar(255), city varchar(255),
        state varchar(255), postal_code varchar(255), country varchar(255), phone varchar(255),
        member_card varchar(255), account_opened_on date,
        region_id integer not null references region,
        profile_id integer not null unique references customer_profile);
      create sequence sales_order_seq start 1000000;
      create table sales_order (id bigint default nextval('sales_order_seq') primary key,
        ordered_on date, customer_id integer not null references customer,
        store_id integer not null references store);
      create sequence order_line_seq start 1000000;
      create table order_line (id bigint default nextval('order_line_seq') primary key,
        order_id bigint not null references sales_order,
        product_id integer not null references product,
        promotion_id integer references promotion,
        quantity integer not null, amount numeric(10,4), cost numeric(10,4));
      """;

  private final FoodMartSource source;
  private final Map<Integer, Integer> categoryOfProductClass = new HashMap<>();
  private final List<NumberedLine> lines = new ArrayList<>();

  /// A line with the number of its order.
  private record NumberedLine(int order, LineSource line) {}

  FoodMartJdbcLoad(FoodMartSource source) {
    this.source = source;
    for (CategorySource node : source.categories()) {
      if (node.productClass() != null) {
        categoryOfProductClass.put(node.productClass(), node.number());
      }
    }
    int order = 1;
    for (OrderSource from : source.orders()) {
      for (LineSource line : from.lines()) {
        lines.add(new NumberedLine(order, line));
      }
      order++;
    }
  }

  /// A flat list of tables.
  List<JdbcStep> steps() {
    return List.of(
        step("regions", "region", 6, source.rows("region"), this::region),
        step("stores", "store", 12, source.rows("store"), this::store),
        step("departments", "department", 2, source.rows("department"), this::department),
        step("positions", "job_position", 5, source.rows("position"), this::position),
        step("employees", "employee", 10, source.employees(), this::employee),
        step("promotions", "promotion", 6, source.promotions(), this::promotion),
        step("categories", "category", 4, source.categories(), this::category),
        step("products", "product", 10, source.rows("product"), this::product),
        step("profiles", "customer_profile", 9, source.rows("customer"), this::profile),
        step("customers", "customer", 14, source.rows("customer"), this::customer),
        new JdbcStep("orders", insert("sales_order", 4), source.orders().size(), this::order),
        step(
            "lines",
            "order_line (order_id, product_id, promotion_id, quantity, amount, cost)",
            6,
            lines,
            this::line));
  }

  /// Sets the parameters of one row.
  @FunctionalInterface
  private interface Binder<T> {
    void bind(PreparedStatement statement, T row) throws SQLException;
  }

  private static <T> JdbcStep step(
      String what, String table, int columns, List<T> rows, Binder<T> binder) {
    return new JdbcStep(
        what,
        insert(table, columns),
        rows.size(),
        (statement, index) -> binder.bind(statement, rows.get(index)));
  }

  private static String insert(String table, int columns) {
    return "insert into " + table + " values (?" + ", ?".repeat(columns - 1) + ")";
  }

  private void region(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("region_id"));
    insert.setString(2, row.text("sales_city"));
    insert.setString(3, row.textOrNull("sales_state_province"));
    insert.setString(4, row.text("sales_district"));
    insert.setString(5, row.text("sales_region"));
    insert.setString(6, row.text("sales_country"));
  }

  private void store(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("store_id"));
    insert.setString(2, row.text("store_name"));
    insert.setString(3, row.text("store_type"));
    insert.setString(4, row.textOrNull("store_street_address"));
    insert.setString(5, row.textOrNull("store_city"));
    insert.setString(6, row.textOrNull("store_state"));
    insert.setString(7, row.textOrNull("store_postal_code"));
    insert.setString(8, row.textOrNull("store_country"));
    insert.setObject(9, row.dateOrNull("first_opened_date"), Types.DATE);
    insert.setObject(10, row.integerOrNull("store_sqft"), Types.INTEGER);
    insert.setBoolean(11, row.bool("coffee_bar"));
    insert.setInt(12, row.integer("region_id"));
  }

  private void department(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("department_id"));
    insert.setString(2, row.text("department_description"));
  }

  private void position(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("position_id"));
    insert.setString(2, row.text("position_title"));
    insert.setString(3, row.text("pay_type").toUpperCase(Locale.ROOT));
    insert.setBigDecimal(4, row.decimal("min_scale"));
    insert.setBigDecimal(5, row.decimal("max_scale"));
  }

  private void employee(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("employee_id"));
    insert.setString(2, row.text("full_name"));
    insert.setObject(3, row.date("birth_date"), Types.DATE);
    insert.setObject(4, row.dateOrNull("hire_date"), Types.DATE);
    insert.setString(5, row.text("gender"));
    insert.setBigDecimal(6, row.decimal("salary"));
    insert.setInt(7, row.integer("position_id"));
    insert.setInt(8, row.integer("department_id"));
    insert.setInt(9, row.integer("store_id"));
    insert.setObject(10, FoodMartSource.supervisor(row), Types.INTEGER);
  }

  private void promotion(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("promotion_id"));
    insert.setString(2, row.text("promotion_name"));
    insert.setString(3, row.text("media_type"));
    insert.setBigDecimal(4, row.decimal("cost"));
    insert.setObject(5, row.dateOrNull("start_date"), Types.DATE);
    insert.setObject(6, row.dateOrNull("end_date"), Types.DATE);
  }

  private void category(PreparedStatement insert, CategorySource node) throws SQLException {
    insert.setLong(1, node.number());
    insert.setString(2, node.name());
    insert.setString(3, node.rank().name());
    insert.setObject(4, node.parent(), Types.BIGINT);
  }

  private void product(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("product_id"));
    insert.setInt(2, 0);
    insert.setString(3, row.text("product_name"));
    insert.setString(4, row.textOrNull("brand_name"));
    insert.setLong(5, row.bigint("SKU"));
    insert.setBigDecimal(6, row.decimal("SRP"));
    insert.setDouble(7, row.real("gross_weight"));
    insert.setBoolean(8, row.bool("recyclable_package"));
    insert.setBoolean(9, row.bool("low_fat"));
    insert.setObject(10, categoryOfProductClass.get(row.integer("product_class_id")), Types.BIGINT);
  }

  private void profile(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("customer_id"));
    insert.setObject(2, row.date("birthdate"), Types.DATE);
    insert.setString(3, row.text("gender"));
    insert.setBoolean(4, row.text("marital_status").equals("M"));
    insert.setString(5, row.text("yearly_income"));
    insert.setString(6, row.text("education"));
    insert.setString(7, row.textOrNull("occupation"));
    insert.setInt(8, row.integer("total_children"));
    insert.setBoolean(9, row.text("houseowner").equals("Y"));
  }

  private void customer(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("customer_id"));
    insert.setLong(2, row.bigint("account_num"));
    insert.setString(3, row.text("fname"));
    insert.setString(4, row.text("lname"));
    insert.setString(5, row.textOrNull("address1"));
    insert.setString(6, row.textOrNull("city"));
    insert.setString(7, row.textOrNull("state_province"));
    insert.setString(8, row.textOrNull("postal_code"));
    insert.setString(9, row.textOrNull("country"));
    insert.setString(10, row.text("phone1"));
    insert.setString(11, row.text("member_card").toUpperCase(Locale.ROOT));
    insert.setObject(12, row.date("date_accnt_opened"), Types.DATE);
    insert.setInt(13, row.integer("customer_region_id"));
    insert.setInt(14, row.integer("customer_id"));
  }

  private void order(PreparedStatement insert, int index) throws SQLException {
    OrderSource order = source.orders().get(index);
    insert.setLong(1, index + 1L);
    insert.setObject(2, order.day(), Types.DATE);
    insert.setInt(3, order.customer());
    insert.setInt(4, order.store());
  }

  private void line(PreparedStatement insert, NumberedLine numbered) throws SQLException {
    LineSource line = numbered.line();
    insert.setLong(1, numbered.order());
    insert.setInt(2, line.product());
    insert.setObject(3, line.promotion(), Types.INTEGER);
    insert.setInt(4, line.quantity());
    insert.setBigDecimal(5, line.amount());
    insert.setBigDecimal(6, line.cost());
  }
}
