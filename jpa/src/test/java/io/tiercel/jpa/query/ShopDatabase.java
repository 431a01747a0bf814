package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.query.shop.Address;
import io.tiercel.jpa.query.shop.Card;
import io.tiercel.jpa.query.shop.Country;
import io.tiercel.jpa.query.shop.Customer;
import io.tiercel.jpa.query.shop.Line;
import io.tiercel.jpa.query.shop.Order;
import io.tiercel.jpa.query.shop.Product;
import io.tiercel.jpa.query.shop.Review;
import io.tiercel.jpa.query.shop.Tag;
import io.tiercel.jpa.query.shop.YesNo;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.row.DataRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A shop's tables with rows in them, and plans executed on them. What a query answers is read by
/// pgjdbc, which sends parameters as text without a type; the same statement then goes through our
/// own driver, which must encode each argument as the type the server infers and decode each column
/// as the class the plan says. Confined to one thread.
final class ShopDatabase implements AutoCloseable {

  static final UnitMapping UNIT =
      new UnitMapping(
          List.of(
              Address.class,
              Card.class,
              Country.class,
              Customer.class,
              Line.class,
              Order.class,
              Product.class,
              Review.class,
              Tag.class,
              YesNo.class));

  /// Of the entities that tests pass as arguments.
  static final ArgumentReader READER =
      new ArgumentReader() {
        @Override
        public Object entityId(Object entity) {
          return id(entity);
        }

        @Override
        public @Nullable Object[] embeddable(EmbeddedAttribute attribute, Object value) {
          throw new AssertionError("no argument here is an embeddable: " + attribute.name());
        }
      };

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$(\\d+)");

  private final TestDatabase database;
  private final Connection connection;
  private final io.tiercel.wire.Connection wire;

  ShopDatabase(TestServer server) throws SQLException {
    database = server.newDatabase();
    database.execute(
        "create table country (code varchar(2) primary key, name varchar(255))",
        """
        create table customer (id bigint primary key, version integer not null,
          name varchar(255), active boolean not null, city varchar(255),
          country_code varchar(2) references country)\
        """,
        "create table tag (id integer primary key, label varchar(255))",
        "create table customer_tag (customers_id bigint, tags_id integer)",
        "create table card (id bigint primary key, number varchar(255), customer_id bigint)",
        """
        create table orders (id bigint primary key, reference uuid, customer_id bigint,
          status varchar(255), priority integer, placed date, shipped timestamptz,
          total numeric(10,2), gift varchar(255))\
        """,
        """
        create table product (id integer primary key, name varchar(255), weight double precision,
          score real, stock smallint, sold bigint, serial numeric(38))\
        """,
        """
        create table line (id bigint primary key, order_id bigint, product_id integer,
          quantity integer not null, price numeric)\
        """,
        "create table review (id bigint primary key, stars integer not null, product_id integer)",
        "insert into country values ('SE', 'Sweden'), ('FR', 'France')",
        """
        insert into customer values (1, 0, 'Ada', true, 'Lund', 'SE'),
          (2, 0, 'Bob', false, 'Paris', 'FR'), (3, 0, 'Cid', true, null, null)\
        """,
        "insert into tag values (1, 'gold'), (2, 'new')",
        "insert into customer_tag values (1, 1), (1, 2), (2, 2)",
        "insert into card values (10, 'A-1', 1)",
        """
        insert into orders values
          (1, '00000000-0000-0000-0000-000000000001', 1, 'OPEN', 1, '2026-01-31',
            '2026-02-01 12:30:15.5Z', 10.50, 'Y'),
          (2, '00000000-0000-0000-0000-000000000002', 1, 'PAID', 0, '2026-02-28', null, 20, 'N'),
          (3, '00000000-0000-0000-0000-000000000003', 2, 'SHIPPED', 0, '2026-03-01', null, 5, 'N'),
          (4, '00000000-0000-0000-0000-000000000004', null, null, null, null, null, null, 'N')\
        """,
        """
        insert into product values (1, 'Pen', 0.5, 4.5, 7, 5000000000, 123456789012345678901),
          (2, 'Ink_\\well', 2.25, 3, 0, 3, 5), (3, 'Cap', null, null, null, null, null)\
        """,
        """
        insert into line values (1, 1, 1, 2, 1.25), (2, 1, 2, 1, 8), (3, 2, 1, 4, 5),
          (4, 3, 2, 1, 5)\
        """,
        "insert into review values (1, 5, 1), (2, 3, 1)");
    connection = database.connect(Map.of("options", "-c TimeZone=UTC"));
    connection.setAutoCommit(false);
    wire = io.tiercel.wire.Connection.open(ConnectionConfig.parse(database.jdbcUrl()));
  }

  static QueryPlan plan(String jpql) {
    return QueryPlan.of(jpql, UNIT);
  }

  /// The rows of a query, each item as text: entities as `Order#1` with what is joined in brackets.
  /// Arguments are pairs of key and value.
  List<String> rows(String jpql, @Nullable Object... arguments) throws SQLException {
    var plan = plan(jpql);
    return rows(plan, plan.sql(), arguments);
  }

  List<String> rows(QueryPlan plan, String sql, @Nullable Object... arguments) throws SQLException {
    return rows(plan, sql, null, null, arguments);
  }

  List<String> rows(
      QueryPlan plan,
      String sql,
      @Nullable Integer limit,
      @Nullable Integer offset,
      @Nullable Object... arguments)
      throws SQLException {
    var rows = pgjdbcRows(plan, sql, limit, offset, arguments);
    connection.rollback();
    long count = wire.query(sql, row -> check(row, plan), values(plan, limit, offset, arguments));
    if (count != rows.size()) {
      throw new AssertionError("pgjdbc read %d rows, wire %d".formatted(rows.size(), count));
    }
    return rows;
  }

  private List<String> pgjdbcRows(
      QueryPlan plan,
      String sql,
      @Nullable Integer limit,
      @Nullable Integer offset,
      @Nullable Object... arguments)
      throws SQLException {
    try (var statement = prepare(sql, values(plan, limit, offset, arguments));
        var result = statement.executeQuery()) {
      if (result.getMetaData().getColumnCount() != plan.columns()) {
        throw new AssertionError("columns of " + sql);
      }
      var rows = new ArrayList<String>();
      while (result.next()) {
        var items = new ArrayList<String>();
        for (var selection : plan.selections()) {
          items.add(text(result, selection));
        }
        rows.add(String.join(" ", items));
      }
      return rows;
    } catch (SQLException e) {
      throw new SQLException(e.getMessage() + "\n" + sql, e);
    }
  }

  private static void check(DataRow row, QueryPlan plan) {
    plan.selections().forEach(selection -> check(row, selection));
  }

  private static AssertionError notOfJpql(Selection selection) {
    return new AssertionError("no plan has " + selection);
  }

  private static void check(DataRow row, Selection selection) {
    switch (selection) {
      case Selection.Scalar scalar -> check(row, scalar.column(), scalar.columnType());
      case Selection.Scattered entity -> throw notOfJpql(entity);
      case Selection.Embedded embedded -> {
        for (int i = 0; i < embedded.columns().size(); i++) {
          check(row, embedded.firstColumn() + i, embedded.columns().get(i).columnType());
        }
      }
      case Selection.Constructed(_, var arguments, _) ->
          arguments.forEach(argument -> check(row, argument));
      case EntitySelection entity -> {
        for (var column : entity.mapping().columns()) {
          check(row, entity.firstColumn() + column.slot(), column.columnType());
        }
        entity.joined().forEach(joined -> check(row, joined.target()));
      }
    }
  }

  private static void check(DataRow row, int column, Class<?> type) {
    Object value = type == Object.class ? row.get(column) : row.get(column, type);
    if (value == null ? !row.isNull(column) : !type.isInstance(value)) {
      throw new AssertionError("column %d as %s: %s".formatted(column, type, value));
    }
  }

  /// Executes a bulk statement, counts its rows, and rolls it back after a query for what it did.
  List<String> update(String jpql, String query, @Nullable Object... arguments)
      throws SQLException {
    var plan = plan(jpql);
    var values = values(plan, null, null, arguments);
    wire.script("begin");
    long count = wire.execute(plan.sql(), values);
    wire.script("rollback");
    try (var statement = prepare(plan.sql(), values)) {
      if (statement.executeUpdate() != count) {
        throw new AssertionError("pgjdbc and wire count differently: " + plan.sql());
      }
      var rows = new ArrayList<String>();
      rows.add(count + " rows");
      var check = plan(query);
      rows.addAll(pgjdbcRows(check, check.sql(), null, null));
      return rows;
    } finally {
      connection.rollback();
    }
  }

  private static @Nullable Object[] values(
      QueryPlan plan,
      @Nullable Integer limit,
      @Nullable Integer offset,
      @Nullable Object... arguments) {
    return plan.bind(key -> argument(key, arguments), READER, limit, offset);
  }

  private PreparedStatement prepare(String sql, @Nullable Object... values) throws SQLException {
    var matcher = PLACEHOLDER.matcher(sql);
    var order = new ArrayList<Integer>();
    while (matcher.find()) {
      order.add(Integer.parseInt(matcher.group(1)));
    }
    var statement = connection.prepareStatement(matcher.replaceAll("?"));
    for (int i = 0; i < order.size(); i++) {
      Object value = values[order.get(i) - 1];
      statement.setObject(i + 1, value == null ? null : literal(value), Types.OTHER);
    }
    return statement;
  }

  private static @Nullable Object argument(Object key, @Nullable Object[] arguments) {
    for (int i = 0; i < arguments.length; i += 2) {
      if (key.equals(arguments[i])) {
        return arguments[i + 1];
      }
    }
    throw new AssertionError("no argument for " + key);
  }

  private static Object id(Object entity) {
    try {
      var field = entity.getClass().getDeclaredField("id");
      field.setAccessible(true);
      return Objects.requireNonNull(field.get(entity));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no id in " + entity.getClass(), e);
    }
  }

  private static String literal(Object value) {
    return value instanceof List<?> list
        ? list.stream()
            .map(element -> element == null ? "null" : "\"" + element + "\"")
            .collect(Collectors.joining(",", "{", "}"))
        : value.toString();
  }

  private static String text(ResultSet result, Selection selection) throws SQLException {
    return switch (selection) {
      case Selection.Scalar scalar -> String.valueOf(result.getString(scalar.column() + 1));
      case EntitySelection entity -> entity(result, entity);
      case Selection.Scattered entity -> throw notOfJpql(entity);
      case Selection.Embedded embedded -> {
        var values = new ArrayList<String>();
        for (int i = 0; i < embedded.columns().size(); i++) {
          values.add(String.valueOf(result.getString(embedded.firstColumn() + i + 1)));
        }
        yield embedded.attribute().javaType().getSimpleName() + values;
      }
      case Selection.Constructed(var type, var arguments, _) -> {
        var items = new ArrayList<String>();
        for (var argument : arguments) {
          items.add(text(result, argument));
        }
        yield type.getSimpleName() + items;
      }
    };
  }

  private static String entity(ResultSet result, EntitySelection entity) throws SQLException {
    int idSlot = entity.mapping().id().column().slot();
    Object id = result.getObject(entity.firstColumn() + idSlot + 1);
    var text = new StringBuilder(id == null ? "-" : entity.mapping().entityName() + "#" + id);
    for (var joined : entity.joined()) {
      text.append("[").append(entity(result, joined.target())).append("]");
    }
    entity.collections().forEach(attribute -> text.append("+").append(attribute.name()));
    return text.toString();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
    wire.close();
    database.close();
  }
}
