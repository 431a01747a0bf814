package io.tiercel.spring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tiercel.jpa.TiercelPersistenceProvider;
import io.tiercel.spring.shop.Model.Address;
import io.tiercel.spring.shop.Model.CardPayment;
import io.tiercel.spring.shop.Model.Company;
import io.tiercel.spring.shop.Model.Label;
import io.tiercel.spring.shop.Model.Person;
import io.tiercel.spring.shop.Model.Product;
import io.tiercel.spring.shop.Model.Purchase;
import io.tiercel.spring.shop.Model.Stock;
import io.tiercel.spring.shop.ShopApplication;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalTime;
import java.time.Year;
import java.time.ZoneId;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.springframework.orm.jpa.EntityManagerFactoryInfo;

/// The way of docs/moving-from-hibernate.md: the shop's tables, made and filled by Hibernate, are
/// valid for Tiercel as they are, and each provider reads what the other has written.
@NullUnmarked // a null where none is expected fails the test by itself
class FromHibernateTest {
  private static final UUID KEY = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");

  private static void run(
      TestDatabase database, Class<?> provider, Consumer<EntityManager> work, String... settings) {
    var all = new java.util.ArrayList<>(List.of(settings));
    all.add("spring.flyway.enabled=false");
    try (var context =
        Library.run(ShopApplication.class, database.jdbcUrl(), all.toArray(String[]::new))) {
      var factory = context.getBean(EntityManagerFactory.class);
      var info = (EntityManagerFactoryInfo) factory;
      assertInstanceOf(provider, info.getPersistenceProvider());
      factory.runInTransaction(work);
    }
  }

  private static void byHibernate(
      TestDatabase database, String schema, Consumer<EntityManager> work) {
    run(
        database,
        org.hibernate.jpa.HibernatePersistenceProvider.class,
        work,
        "tiercel.enabled=false",
        "spring.datasource.driver-class-name=io.tiercel.jdbc.TiercelDriver",
        "spring.jpa.hibernate.ddl-auto=" + schema);
  }

  private static void byTiercel(TestDatabase database, Consumer<EntityManager> work) {
    run(database, TiercelPersistenceProvider.class, work, "spring.jpa.hibernate.ddl-auto=validate");
  }

  private static Product product(String code) {
    var product = new Product();
    product.code = code;
    product.name = "Name of " + code;
    product.price = new BigDecimal("24.50");
    product.state = Product.State.ON_SALE;
    product.formerState = Product.State.DRAFT;
    product.delivery = Duration.ofHours(30).plusNanos(5);
    product.currency = Currency.getInstance("SEK");
    product.zone = ZoneId.of("Europe/Stockholm");
    product.language = Locale.forLanguageTag("zh-Hant-TW");
    product.since = Year.of(1999);
    product.supplierKey = KEY;
    product.weight = 1.5f;
    product.shelf = 'x';
    product.fragile = true;
    product.pickedUntil = LocalTime.of(13, 30);
    product.description = "large ".repeat(50);
    product.picture = new byte[] {1, 2, 3};
    product.checksum = new byte[] {4, 5};
    product.labels.add(new Label("of " + code));
    product.properties.putAll(Map.of("colour", "grey", "blade", "long"));
    return product;
  }

  private static void fill(EntityManager manager, String mark) {
    var product = product("saw " + mark);
    manager.persist(product);
    var person = new Person();
    person.displayName = "Ada " + mark;
    person.billing = new Address("Mill Lane 1", "York", "YO1");
    person.phones.addAll(Set.of("1", "2"));
    manager.persist(person);
    var company = new Company();
    company.displayName = "Bee " + mark;
    company.taxNumber = mark;
    company.contact = person;
    manager.persist(company);
    var stock = new Stock();
    stock.product = product;
    stock.quantity = 3;
    manager.persist(stock);
    var purchase = new Purchase();
    purchase.buyer = company;
    purchase.add(product, 1).add(product, 2);
    var card = new CardPayment();
    card.purchase = purchase;
    card.amount = new BigDecimal("73.50");
    purchase.payments.add(card);
    manager.persist(purchase);
  }

  /// Of an instance that may be lazy, whose fields say nothing.
  private static Object id(EntityManager manager, Object entity) {
    return manager.getEntityManagerFactory().getPersistenceUnitUtil().getIdentifier(entity);
  }

  private static void check(EntityManager manager, String mark) {
    Product expected = product("saw " + mark);
    Product found =
        manager
            .createQuery(
                "select p from Product p where p.code = :code and p.delivery > :shortest",
                Product.class)
            .setParameter("code", expected.code)
            .setParameter("shortest", Duration.ofHours(30))
            .getSingleResult();
    assertEquals(expected.price, found.price);
    assertEquals(expected.state, found.state);
    assertEquals(expected.formerState, found.formerState);
    assertEquals(expected.delivery, found.delivery);
    assertEquals(expected.currency, found.currency);
    assertEquals(expected.zone, found.zone);
    assertEquals(expected.language, found.language);
    assertEquals(expected.since, found.since);
    assertEquals(expected.supplierKey, found.supplierKey);
    assertEquals(expected.weight, found.weight);
    assertEquals(expected.shelf, found.shelf);
    assertEquals(expected.fragile, found.fragile);
    assertEquals(expected.pickedUntil, found.pickedUntil);
    assertEquals(expected.description, found.description);
    assertArrayEquals(expected.picture, found.picture);
    assertArrayEquals(expected.checksum, found.checksum);
    assertEquals(expected.properties, Map.copyOf(found.properties));
    assertEquals("of saw " + mark, found.labels.iterator().next().name);
    assertEquals(3, manager.find(Stock.class, found.id).quantity);
    Purchase purchase =
        manager
            .createQuery(
                "select p from Purchase p where p.buyer.displayName = :name", Purchase.class)
            .setParameter("name", "Bee " + mark)
            .getSingleResult();
    assertEquals(List.of(1, 2), purchase.lines.stream().map(line -> line.quantity).toList());
    assertInstanceOf(CardPayment.class, purchase.payments.iterator().next());
    var company = manager.find(Company.class, id(manager, purchase.buyer));
    assertEquals(mark, company.taxNumber);
    Object contact = id(manager, company.contact);
    assertEquals(
        List.of("1 York", "2 York"),
        manager
            .createQuery(
                "select n || ' ' || p.billing.city from Person p join p.phones n where p.id = :id"
                    + " order by n",
                String.class)
            .setParameter("id", contact)
            .getResultList());
  }

  @Test
  void the_tables_stay_and_both_read_what_the_other_wrote() {
    try (var database = TestServer.v18().newDatabase()) {
      byHibernate(database, "create", manager -> fill(manager, "theirs"));
      byTiercel(
          database,
          manager -> {
            check(manager, "theirs");
            fill(manager, "ours");
            Product saw =
                manager
                    .createQuery(
                        "select p from Product p where p.code = 'saw theirs'", Product.class)
                    .getSingleResult();
            saw.name = "changed by Tiercel";
            saw.delivery = saw.delivery.plusNanos(1);
          });
      byHibernate(
          database,
          "validate",
          manager -> {
            check(manager, "ours");
            Product saw =
                manager
                    .createQuery(
                        "select p from Product p where p.code = 'saw theirs'", Product.class)
                    .getSingleResult();
            assertEquals("changed by Tiercel", saw.name);
            assertEquals(Duration.ofHours(30).plusNanos(6), saw.delivery);
            assertEquals(1, saw.version);
            fill(manager, "late");
          });
      byTiercel(database, manager -> check(manager, "late"));
    }
  }
}
