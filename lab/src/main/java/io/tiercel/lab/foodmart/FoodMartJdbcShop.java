package io.tiercel.lab.foodmart;

import io.tiercel.lab.data.JdbcPriceChange;
import io.tiercel.lab.data.Shop;
import io.tiercel.lab.data.ShopTask;
import io.tiercel.lab.data.Sql;
import io.tiercel.lab.data.TaskResult;
import io.tiercel.lab.foodmart.FoodMartLines.CustomerTotal;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The shop's work in JDBC by hand, with as few statements as somebody who knows SQL needs.
final class FoodMartJdbcShop implements Shop {
  static final LocalDate ORDER_DAY = LocalDate.of(1998, 12, 31);

  private final Connection connection;

  FoodMartJdbcShop(Connection connection) {
    this.connection = connection;
  }

  @Override
  public TaskResult run(ShopTask task) throws SQLException {
    return switch (task) {
      case TOP_CUSTOMERS -> new TaskResult(topCustomers());
      case PRODUCT_TREE -> new TaskResult(productTree());
      case MONTHLY_SALES -> new TaskResult(monthlySales());
      case EMPLOYEE_HIERARCHY -> new TaskResult(employeeHierarchy());
      case PRICE_CHANGE -> new JdbcPriceChange(connection, "product", "brand = 'Hermanos'").run();
      case DELETION -> deletion();
    };
  }

  private List<String> topCustomers() throws SQLException {
    Map<Integer, CustomerTotal> totals = new LinkedHashMap<>();
    long[] order = {0};
    Sql.query(
        connection,
        """
        with top as materialized (
          select o.customer_id, sum(l.amount) as amount
          from order_line l join sales_order o on o.id = l.order_id
          group by o.customer_id order by amount desc, o.customer_id limit 20)
        select c.id, c.first_name || ' ' || c.last_name, o.id, p.name, l.quantity, l.amount
        from top join customer c on c.id = top.customer_id
        join sales_order o on o.customer_id = c.id
        join order_line l on l.order_id = o.id
        join product p on p.id = l.product_id
        order by top.amount desc, c.id, o.id""",
        row -> {
          CustomerTotal total = totals.get(row.getInt(1));
          if (total == null) {
            total = new CustomerTotal(row.getString(2));
            totals.put(row.getInt(1), total);
          }
          if (row.getLong(3) != order[0]) {
            order[0] = row.getLong(3);
            total.addOrder();
          }
          total.addLine(row.getString(4), row.getInt(5), row.getBigDecimal(6));
          return total;
        });
    return totals.values().stream().map(CustomerTotal::toString).toList();
  }

  private List<String> productTree() throws SQLException {
    return Sql.query(
            connection,
            """
            select f.name || ' / ' || d.name || ' / ' || c.name || ' / ' || s.name,
              count(p.id), coalesce(sum(p.price), 0)
            from category f
            join category d on d.parent_id = f.id
            join category c on c.parent_id = d.id
            join category s on s.parent_id = c.id
            left join product p on p.category_id = s.id
            where f.parent_id is null
            group by f.id, d.id, c.id, s.id""",
            row -> FoodMartLines.category(row.getString(1), row.getInt(2), row.getBigDecimal(3)))
        .stream()
        .sorted()
        .toList();
  }

  private List<String> monthlySales() throws SQLException {
    return Sql.query(
        connection,
        """
        select s.name, extract(year from o.ordered_on), extract(month from o.ordered_on),
          count(distinct o.id), sum(l.amount)
        from order_line l join sales_order o on o.id = l.order_id join store s on s.id = o.store_id
        group by s.id, 2, 3 order by s.id, 2, 3""",
        row ->
            FoodMartLines.month(
                new MonthlySales(
                    row.getString(1),
                    row.getInt(2),
                    row.getInt(3),
                    row.getLong(4),
                    row.getBigDecimal(5))));
  }

  /// One employee and what has been added up below.
  private static final class Node {
    private final int depth;
    private final String name;
    private final String title;
    private final @Nullable Node supervisor;
    private int people;
    private BigDecimal payroll;

    Node(int depth, String name, String title, @Nullable Node supervisor, BigDecimal salary) {
      this.depth = depth;
      this.name = name;
      this.title = title;
      this.supervisor = supervisor;
      this.payroll = salary;
    }
  }

  private List<String> employeeHierarchy() throws SQLException {
    Map<Integer, Node> nodes = new LinkedHashMap<>();
    Sql.query(
        connection,
        """
        with recursive staff as (
          select e.*, 0 as depth, array[e.id] as path from employee e where e.supervisor_id is null
          union all
          select e.*, s.depth + 1, s.path || e.id
          from employee e join staff s on e.supervisor_id = s.id)
        select s.id, s.depth, s.name, p.title, s.supervisor_id, s.salary
        from staff s join job_position p on p.id = s.position_id order by s.path""",
        row -> nodes.put(row.getInt(1), node(row, nodes)));
    return lines(List.copyOf(nodes.values()));
  }

  private static Node node(ResultSet row, Map<Integer, Node> nodes) throws SQLException {
    return new Node(
        row.getInt(2),
        row.getString(3),
        row.getString(4),
        nodes.get(row.getInt(5)),
        row.getBigDecimal(6));
  }

  /// Adds up from the last to the first: a supervisor stands before the people below.
  private static List<String> lines(List<Node> nodes) {
    for (Node node : nodes.reversed()) {
      if (node.supervisor != null) {
        node.supervisor.people += node.people + 1;
        node.supervisor.payroll = node.supervisor.payroll.add(node.payroll);
      }
    }
    return nodes.stream()
        .filter(node -> node.people > 0)
        .map(n -> FoodMartLines.employee(n.depth, n.name, n.title, n.people, n.payroll))
        .toList();
  }

  private TaskResult deletion() throws SQLException {
    long id = Sql.inTransaction(connection, this::place);
    var lines = new ArrayList<String>();
    lines.add("an order placed with %d lines".formatted(linesOf(id)));
    Sql.update(connection, "delete from order_line where order_id = ? and quantity > 7", id);
    lines.add("shortened to %d lines".formatted(linesOf(id)));
    Sql.inTransaction(
        connection,
        () ->
            Sql.update(connection, "delete from order_line where order_id = ?", id)
                + Sql.update(connection, "delete from sales_order where id = ?", id));
    lines.add("deleted, %d lines left".formatted(linesOf(id)));
    return new TaskResult(lines);
  }

  private long place() throws SQLException {
    long id =
        Sql.query(
                connection,
                """
                insert into sales_order (ordered_on, customer_id, store_id) values (?, 1, 1)
                returning id""",
                row -> row.getLong(1),
                ORDER_DAY)
            .getFirst();
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into order_line (order_id, product_id, quantity, amount, cost)
            values (?, ?, ?, ?, ?)""")) {
      for (int product = 1; product <= 10; product++) {
        insert.setLong(1, id);
        insert.setInt(2, product);
        insert.setInt(3, product);
        insert.setBigDecimal(4, BigDecimal.valueOf(product));
        insert.setBigDecimal(5, BigDecimal.ONE);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    return id;
  }

  private long linesOf(long order) throws SQLException {
    return Sql.query(
            connection,
            "select count(*) from order_line where order_id = ?",
            row -> row.getLong(1),
            order)
        .getFirst();
  }
}
