package io.tiercel.lab.chinook;

import io.tiercel.lab.chinook.ChinookLines.CustomerTotal;
import io.tiercel.lab.data.JdbcPriceChange;
import io.tiercel.lab.data.Shop;
import io.tiercel.lab.data.ShopTask;
import io.tiercel.lab.data.Sql;
import io.tiercel.lab.data.TaskResult;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The shop's work in JDBC by hand, with as few statements as somebody who knows SQL needs.
final class ChinookJdbcShop implements Shop {
  static final LocalDate INVOICE_DAY = LocalDate.of(2013, 12, 31);

  private final Connection connection;

  ChinookJdbcShop(Connection connection) {
    this.connection = connection;
  }

  @Override
  public TaskResult run(ShopTask task) throws SQLException {
    return switch (task) {
      case TOP_CUSTOMERS -> new TaskResult(topCustomers());
      case PRODUCT_TREE -> new TaskResult(productTree());
      case MONTHLY_SALES -> new TaskResult(monthlySales());
      case EMPLOYEE_HIERARCHY -> new TaskResult(employeeHierarchy());
      case PRICE_CHANGE -> new JdbcPriceChange(connection, "track", "album_id <= 5").run();
      case DELETION -> deletion();
    };
  }

  private List<String> topCustomers() throws SQLException {
    Map<Integer, CustomerTotal> totals = new LinkedHashMap<>();
    long[] invoice = {0};
    Sql.query(
        connection,
        """
        with top as materialized (
          select customer_id, sum(total) as amount from invoice
          group by customer_id order by amount desc, customer_id limit 20)
        select c.id, c.first_name || ' ' || c.last_name, i.id, t.name, l.quantity, l.price
        from top join customer c on c.id = top.customer_id
        join invoice i on i.customer_id = c.id
        join invoice_line l on l.invoice_id = i.id
        join track t on t.id = l.track_id
        order by top.amount desc, c.id, i.id""",
        row -> {
          CustomerTotal total = totals.get(row.getInt(1));
          if (total == null) {
            total = new CustomerTotal(row.getString(2));
            totals.put(row.getInt(1), total);
          }
          if (row.getLong(3) != invoice[0]) {
            invoice[0] = row.getLong(3);
            total.addInvoice();
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
            select a.name, b.title, count(t.id), coalesce(sum(t.milliseconds), 0)
            from artist a join album b on b.artist_id = a.id left join track t on t.album_id = b.id
            group by a.id, b.id""",
            row ->
                ChinookLines.album(
                    row.getString(1), row.getString(2), row.getInt(3), row.getLong(4)))
        .stream()
        .sorted()
        .toList();
  }

  private List<String> monthlySales() throws SQLException {
    return Sql.query(
        connection,
        """
        select country, extract(year from invoiced_on), extract(month from invoiced_on),
          count(*), sum(total)
        from invoice group by 1, 2, 3 order by 1, 2, 3""",
        row ->
            ChinookLines.month(
                new MonthlySales(
                    row.getString(1),
                    row.getInt(2),
                    row.getInt(3),
                    row.getLong(4),
                    row.getBigDecimal(5))));
  }

  private List<String> employeeHierarchy() throws SQLException {
    return Sql.query(
        connection,
        """
        with recursive staff as (
          select e.*, 0 as depth, array[e.id] as path from employee e where e.supervisor_id is null
          union all
          select e.*, s.depth + 1, s.path || e.id
          from employee e join staff s on e.supervisor_id = s.id)
        select depth, first_name || ' ' || last_name, title,
          (select count(*) from customer c where c.support_agent_id = s.id)
        from staff s order by path""",
        row ->
            ChinookLines.employee(
                row.getInt(1), row.getString(2), row.getString(3), row.getInt(4)));
  }

  private TaskResult deletion() throws SQLException {
    long id = Sql.inTransaction(connection, this::place);
    var lines = new ArrayList<String>();
    lines.add("an invoice written with %d lines".formatted(linesOf(id)));
    Sql.update(connection, "delete from invoice_line where invoice_id = ? and quantity > 7", id);
    lines.add("shortened to %d lines".formatted(linesOf(id)));
    Sql.inTransaction(
        connection,
        () ->
            Sql.update(connection, "delete from invoice_line where invoice_id = ?", id)
                + Sql.update(connection, "delete from invoice where id = ?", id));
    lines.add("deleted, %d lines left".formatted(linesOf(id)));
    return new TaskResult(lines);
  }

  private long place() throws SQLException {
    long id =
        Sql.query(
                connection,
                """
                insert into invoice (invoiced_on, city, country, total, customer_id)
                values (?, 'Oslo', 'Norway', 10, 1) returning id""",
                row -> row.getLong(1),
                INVOICE_DAY)
            .getFirst();
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into invoice_line (quantity, price, track_id, invoice_id)
            values (?, ?, ?, ?)""")) {
      for (int track = 1; track <= 10; track++) {
        insert.setInt(1, track);
        insert.setBigDecimal(2, BigDecimal.ONE);
        insert.setInt(3, track);
        insert.setLong(4, id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    return id;
  }

  private long linesOf(long invoice) throws SQLException {
    return Sql.query(
            connection,
            "select count(*) from invoice_line where invoice_id = ?",
            row -> row.getLong(1),
            invoice)
        .getFirst();
  }
}
