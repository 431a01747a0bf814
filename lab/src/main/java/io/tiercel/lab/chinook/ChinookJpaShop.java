package io.tiercel.lab.chinook;

import io.tiercel.lab.chinook.ChinookLines.CustomerTotal;
import io.tiercel.lab.data.JpaPriceChange;
import io.tiercel.lab.data.Shop;
import io.tiercel.lab.data.ShopTask;
import io.tiercel.lab.data.TaskResult;
import io.tiercel.lab.data.Transactions;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The shop's work through Jakarta Persistence: queries where there is something to look for, and
/// from there along the relations, as an application would; no hints, no provider's own API.
final class ChinookJpaShop implements Shop {
  private final EntityManagerFactory factory;

  ChinookJpaShop(EntityManagerFactory factory) {
    this.factory = factory;
  }

  @Override
  public TaskResult run(ShopTask task) {
    return switch (task) {
      case TOP_CUSTOMERS -> read(ChinookJpaShop::topCustomers);
      case PRODUCT_TREE -> read(ChinookJpaShop::productTree);
      case MONTHLY_SALES -> read(ChinookJpaShop::monthlySales);
      case EMPLOYEE_HIERARCHY -> read(ChinookJpaShop::employeeHierarchy);
      case PRICE_CHANGE -> new JpaPriceChange<>(factory, new FirstAlbums()).run();
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
                select i.customer.id from Invoice i
                group by i.customer.id order by sum(i.total) desc, i.customer.id""",
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
    for (Invoice invoice : customer.getInvoices()) {
      total.addInvoice();
      for (InvoiceLine line : invoice.getLines()) {
        total.addLine(line.getTrack().getName(), line.getQuantity(), line.getPrice());
      }
    }
    return total.toString();
  }

  private static List<String> productTree(EntityManager em) {
    var lines = new ArrayList<String>();
    for (Artist artist : em.createQuery("select a from Artist a", Artist.class).getResultList()) {
      for (Album album : artist.getAlbums()) {
        List<Track> tracks = album.getTracks();
        long milliseconds = tracks.stream().mapToLong(Track::getMilliseconds).sum();
        lines.add(
            ChinookLines.album(artist.getName(), album.getTitle(), tracks.size(), milliseconds));
      }
    }
    return lines.stream().sorted().toList();
  }

  private static List<String> monthlySales(EntityManager em) {
    return em
        .createQuery(
            """
            select new io.tiercel.lab.chinook.MonthlySales(
              i.billing.country, extract(year from i.invoicedOn), extract(month from i.invoicedOn),
              count(i), sum(i.total))
            from Invoice i
            group by i.billing.country, extract(year from i.invoicedOn),
              extract(month from i.invoicedOn)
            order by i.billing.country, extract(year from i.invoicedOn),
              extract(month from i.invoicedOn)""",
            MonthlySales.class)
        .getResultList()
        .stream()
        .map(ChinookLines::month)
        .toList();
  }

  private static List<String> employeeHierarchy(EntityManager em) {
    var lines = new ArrayList<String>();
    em.createQuery("select e from Employee e where e.supervisor is null", Employee.class)
        .getResultList()
        .forEach(employee -> staff(employee, 0, lines));
    return lines;
  }

  private static void staff(Employee employee, int depth, List<String> lines) {
    lines.add(
        ChinookLines.employee(
            depth,
            employee.getFirstName() + " " + employee.getLastName(),
            employee.getTitle(),
            employee.getCustomers().size()));
    employee.getReports().stream()
        .sorted(Comparator.comparing(Employee::getId))
        .forEach(report -> staff(report, depth + 1, lines));
  }

  /// The tracks of the first albums, a few dozen.
  private static final class FirstAlbums implements JpaPriceChange.Goods<Track> {
    @Override
    public List<Track> find(EntityManager em) {
      return em.createQuery(
              "select t from Track t where t.album.id <= :album order by t.id", Track.class)
          .setParameter("album", 5)
          .getResultList();
    }

    @Override
    public int id(Track track) {
      return track.getId();
    }

    @Override
    public BigDecimal price(Track track) {
      return track.getPrice();
    }

    @Override
    public void setPrice(Track track, BigDecimal price) {
      track.setPrice(price);
    }
  }

  /// Three transactions: an invoice with ten lines; three of them off again, as orphans; the rest
  /// deleted with the invoice.
  private TaskResult deletion() {
    Long id = Transactions.call(factory, ChinookJpaShop::place);
    var lines = new ArrayList<String>();
    lines.add("an invoice written with %d lines".formatted(linesOf(id)));
    Transactions.call(
        factory,
        em -> {
          em.find(Invoice.class, id).getLines().removeIf(line -> line.getQuantity() > 7);
          return id;
        });
    lines.add("shortened to %d lines".formatted(linesOf(id)));
    Transactions.call(
        factory,
        em -> {
          em.remove(em.find(Invoice.class, id));
          return id;
        });
    lines.add("deleted, %d lines left".formatted(linesOf(id)));
    return new TaskResult(lines);
  }

  private static Long place(EntityManager em) {
    var invoice =
        new Invoice(
            ChinookJdbcShop.INVOICE_DAY,
            new Address(null, "Oslo", null, "Norway", null),
            BigDecimal.TEN,
            em.getReference(Customer.class, 1));
    for (int track = 1; track <= 10; track++) {
      invoice.addLine(new InvoiceLine(track, BigDecimal.ONE, em.getReference(Track.class, track)));
    }
    em.persist(invoice);
    return Objects.requireNonNull(invoice.getId());
  }

  private long linesOf(Long invoice) {
    return Transactions.call(
        factory,
        em ->
            em.createQuery(
                    "select count(l) from InvoiceLine l where l.invoice.id = :invoice", Long.class)
                .setParameter("invoice", invoice)
                .getSingleResult());
  }
}
