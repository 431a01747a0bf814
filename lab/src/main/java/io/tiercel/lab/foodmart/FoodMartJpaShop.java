package io.tiercel.lab.foodmart;

import io.tiercel.lab.data.JpaPriceChange;
import io.tiercel.lab.data.Shop;
import io.tiercel.lab.data.ShopTask;
import io.tiercel.lab.data.TaskResult;
import io.tiercel.lab.data.Transactions;
import io.tiercel.lab.foodmart.FoodMartLines.CustomerTotal;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The shop's work through Jakarta Persistence: queries where there is something to look for, and
/// from there along the relations, as an application would; no hints, no provider's own API.
final class FoodMartJpaShop implements Shop {
  private final EntityManagerFactory factory;

  FoodMartJpaShop(EntityManagerFactory factory) {
    this.factory = factory;
  }

  @Override
  public TaskResult run(ShopTask task) {
    return switch (task) {
      case TOP_CUSTOMERS -> read(FoodMartJpaShop::topCustomers);
      case PRODUCT_TREE -> read(FoodMartJpaShop::productTree);
      case MONTHLY_SALES -> read(FoodMartJpaShop::monthlySales);
      case EMPLOYEE_HIERARCHY -> read(FoodMartJpaShop::employeeHierarchy);
      case PRICE_CHANGE -> new JpaPriceChange<>(factory, new HermanosProducts()).run();
      case DELETION -> deletion();
    };
  }

  /// A list of lines made within one transaction.
  @FunctionalInterface
  private interface Reading {
    List<String> read(EntityManager entityManager);
  }

  private TaskResult read(Reading reading) {
    return new TaskResult(Transactions.call(factory, reading::read));
  }

  private static List<String> topCustomers(EntityManager em) {
    List<Integer> ids =
        em.createQuery(
                """
                select o.customer.id from OrderLine l join l.order o
                group by o.customer.id order by sum(l.amount) desc, o.customer.id""",
                Integer.class)
            .setMaxResults(20)
            .getResultList();
    Map<Integer, Customer> customers = new HashMap<>();
    em.createQuery("select c from Customer c where c.id in :ids", Customer.class)
        .setParameter("ids", ids)
        .getResultList()
        .forEach(customer -> customers.put(customer.getId(), customer));
    return ids.stream().map(id -> total(Objects.requireNonNull(customers.get(id)))).toList();
  }

  private static String total(Customer customer) {
    var total = new CustomerTotal(customer.getFirstName() + " " + customer.getLastName());
    for (SalesOrder order : customer.getOrders()) {
      total.addOrder();
      for (OrderLine line : order.getLines()) {
        total.addLine(line.getProduct().getName(), line.getQuantity(), line.getAmount());
      }
    }
    return total.toString();
  }

  private static List<String> productTree(EntityManager em) {
    var lines = new ArrayList<String>();
    em.createQuery("select c from Category c where c.parent is null", Category.class)
        .getResultList()
        .forEach(family -> shelve(family, "", lines));
    return lines.stream().sorted().toList();
  }

  private static void shelve(Category category, String above, List<String> lines) {
    String path = above.isEmpty() ? category.getName() : above + " / " + category.getName();
    if (category.getRank() == Category.Rank.SUBCATEGORY) {
      BigDecimal prices =
          category.getProducts().stream()
              .map(Product::getPrice)
              .reduce(BigDecimal.ZERO, BigDecimal::add);
      lines.add(FoodMartLines.category(path, category.getProducts().size(), prices));
    }
    category.getChildren().forEach(child -> shelve(child, path, lines));
  }

  private static List<String> monthlySales(EntityManager em) {
    return em
        .createQuery(
            """
            select new io.tiercel.lab.foodmart.MonthlySales(
              s.name, extract(year from o.orderedOn), extract(month from o.orderedOn),
              count(distinct o.id), sum(l.amount))
            from OrderLine l join l.order o join o.store s
            group by s.id, s.name, extract(year from o.orderedOn), extract(month from o.orderedOn)
            order by s.id, extract(year from o.orderedOn), extract(month from o.orderedOn)""",
            MonthlySales.class)
        .getResultList()
        .stream()
        .map(FoodMartLines::month)
        .toList();
  }

  private static List<String> employeeHierarchy(EntityManager em) {
    var lines = new ArrayList<String>();
    em.createQuery(
            "select e from Employee e where e.supervisor is null order by e.id", Employee.class)
        .getResultList()
        .forEach(employee -> staff(employee, 0, lines));
    return lines;
  }

  /// Adds a line for an employee who has people, and those below; returns how many people and what
  /// they earn.
  private static Staff staff(Employee employee, int depth, List<String> lines) {
    var staff = new Staff(0, employee.getSalary());
    int place = lines.size();
    var reports =
        employee.getReports().stream()
            .sorted((one, other) -> Integer.compare(one.getId(), other.getId()))
            .toList();
    for (Employee report : reports) {
      Staff below = staff(report, depth + 1, lines);
      staff = new Staff(staff.people + below.people + 1, staff.payroll.add(below.payroll));
    }
    if (staff.people > 0) {
      lines.add(
          place,
          FoodMartLines.employee(
              depth,
              employee.getName(),
              employee.getPosition().getTitle(),
              staff.people,
              staff.payroll));
    }
    return staff;
  }

  private record Staff(int people, BigDecimal payroll) {}

  private static final class HermanosProducts implements JpaPriceChange.Goods<Product> {
    @Override
    public List<Product> find(EntityManager em) {
      return em.createQuery(
              "select p from Product p where p.brand = :brand order by p.id", Product.class)
          .setParameter("brand", "Hermanos")
          .getResultList();
    }

    @Override
    public int id(Product product) {
      return product.getId();
    }

    @Override
    public BigDecimal price(Product product) {
      return product.getPrice();
    }

    @Override
    public void setPrice(Product product, BigDecimal price) {
      product.setPrice(price);
    }
  }

  /// Three transactions: an order with ten lines; three of them off again, as orphans; the rest
  /// deleted with the order.
  private TaskResult deletion() {
    Long id = Transactions.call(factory, FoodMartJpaShop::place);
    var lines = new ArrayList<String>();
    lines.add("an order placed with %d lines".formatted(linesOf(id)));
    Transactions.call(
        factory,
        em -> {
          em.find(SalesOrder.class, id).getLines().removeIf(line -> line.getQuantity() > 7);
          return id;
        });
    lines.add("shortened to %d lines".formatted(linesOf(id)));
    Transactions.call(
        factory,
        em -> {
          em.remove(em.find(SalesOrder.class, id));
          return id;
        });
    lines.add("deleted, %d lines left".formatted(linesOf(id)));
    return new TaskResult(lines);
  }

  private static Long place(EntityManager em) {
    var order =
        new SalesOrder(
            em.getReference(Customer.class, 1),
            em.getReference(Store.class, 1),
            FoodMartJdbcShop.ORDER_DAY);
    for (int product = 1; product <= 10; product++) {
      var amount = BigDecimal.valueOf(product);
      order.addLine(
          new OrderLine(
              em.getReference(Product.class, product), null, product, amount, BigDecimal.ONE));
    }
    em.persist(order);
    return Objects.requireNonNull(order.getId());
  }

  private long linesOf(Long order) {
    return Transactions.call(
        factory,
        em ->
            em.createQuery("select count(l) from OrderLine l where l.order.id = :order", Long.class)
                .setParameter("order", order)
                .getSingleResult());
  }
}
