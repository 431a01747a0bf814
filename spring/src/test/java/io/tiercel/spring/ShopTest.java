package io.tiercel.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.spring.shop.Model.Address;
import io.tiercel.spring.shop.Model.CardPayment;
import io.tiercel.spring.shop.Model.Category;
import io.tiercel.spring.shop.Model.Company;
import io.tiercel.spring.shop.Model.Label;
import io.tiercel.spring.shop.Model.Party;
import io.tiercel.spring.shop.Model.Person;
import io.tiercel.spring.shop.Model.Product;
import io.tiercel.spring.shop.Model.Purchase;
import io.tiercel.spring.shop.Model.Review;
import io.tiercel.spring.shop.Model.Stock;
import io.tiercel.spring.shop.Model.Transfer;
import io.tiercel.spring.shop.Repositories.Categories;
import io.tiercel.spring.shop.Repositories.Labels;
import io.tiercel.spring.shop.Repositories.Offer;
import io.tiercel.spring.shop.Repositories.Opinion;
import io.tiercel.spring.shop.Repositories.Parties;
import io.tiercel.spring.shop.Repositories.Products;
import io.tiercel.spring.shop.Repositories.Purchases;
import io.tiercel.spring.shop.Repositories.Reviews;
import io.tiercel.spring.shop.Repositories.Sales;
import io.tiercel.spring.shop.Repositories.Stocks;
import io.tiercel.spring.shop.ShopApplication;
import io.tiercel.spring.shop.ShopApplication.Counter;
import io.tiercel.spring.shop.ShopApplication.Postbox;
import io.tiercel.wire.ConnectionStatistics;
import jakarta.persistence.EntityManagerFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hibernate.cfg.AvailableSettings;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.domain.DeleteSpecification;
import org.springframework.data.jpa.domain.JpaSort;
import org.springframework.data.jpa.domain.PredicateSpecification;
import org.springframework.data.jpa.domain.Specification;
import org.springframework.data.jpa.domain.UpdateSpecification;
import org.springframework.data.support.WindowIterator;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// An application of some size: inheritance, embedded addresses, trees, an aggregate with events,
/// stock that many want, on virtual threads, with the settings that people set.
@NullUnmarked // a null where none is expected fails the test by itself
class ShopTest {
  private static Library shop;
  private static Products products;
  private static Purchases purchases;
  private static Parties parties;
  private static Counter counter;

  @BeforeAll
  static void open() {
    shop =
        Library.open(
            ShopApplication.class,
            "spring.jpa.hibernate.ddl-auto=create-drop",
            "spring.flyway.enabled=false",
            "spring.jpa.open-in-view=false",
            "spring.jpa.defer-datasource-initialization=true",
            "spring.sql.init.mode=always",
            "spring.sql.init.data-locations=classpath:shop-data.sql",
            "spring.jpa.show-sql=true",
            "spring.jpa.properties." + AvailableSettings.STATEMENT_BATCH_SIZE + "=50",
            "spring.jpa.properties." + AvailableSettings.FORMAT_SQL + "=true",
            "spring.threads.virtual.enabled=true",
            "spring.datasource.hikari.maximum-pool-size=8");
    products = shop.bean(Products.class);
    purchases = shop.bean(Purchases.class);
    parties = shop.bean(Parties.class);
    counter = shop.bean(Counter.class);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void fill() {
    shop.bean(EntityManagerFactory.class).getSchemaManager().truncate();
    var tools = new Category();
    tools.name = "tools";
    var saws = new Category();
    saws.name = "saws";
    saws.parent = tools;
    tools.children.add(saws);
    shop.bean(Categories.class).save(tools);
    products.saveAll(
        List.of(
            product("saw", "Bow saw", "24.50", Product.State.ON_SALE, saws),
            product("axe", "Felling axe", "60.00", Product.State.ON_SALE, tools),
            product("adze", "Adze", "60.00", Product.State.DRAFT, tools),
            product("old", "Old hat", "3.00", Product.State.GONE, null)));
    var ada = new Person();
    ada.displayName = "Ada";
    ada.billing = new Address("Mill Lane 1", "York", "YO1");
    ada.shipping = new Address("Mill Lane 2", "York", "YO1");
    ada.phones.add("0123-4");
    var firm = new Company();
    firm.displayName = "Bee Ltd";
    firm.taxNumber = "GB 1";
    firm.contact = ada;
    firm.billing = new Address("High Street", "York", "YO2");
    parties.saveAll(List.of(ada, firm));
  }

  private static Product product(
      String code, String name, String price, Product.State state, Category category) {
    var product = new Product();
    product.code = code;
    product.name = name;
    product.price = new BigDecimal(price);
    product.state = state;
    product.category = category;
    product.properties.put("colour", "grey");
    return product;
  }

  private static Product product(String code) {
    return products.findAll(codeIs(code)).getFirst();
  }

  private static Specification<Product> codeIs(String code) {
    return (product, query, builder) -> builder.equal(product.get("code"), code);
  }

  private static List<String> codes(Iterable<Product> found) {
    List<String> codes = new ArrayList<>();
    found.forEach(product -> codes.add(product.code));
    return codes;
  }

  private static Purchase placed(String buyer) {
    var purchase = new Purchase();
    purchase.buyer =
        parties.findAll().stream().filter(one -> one.displayName.equals(buyer)).findFirst().get();
    purchase.add(product("saw"), 1).add(product("axe"), 2).add(product("adze"), 3);
    var card = new CardPayment();
    card.purchase = purchase;
    card.amount = new BigDecimal("100.00");
    card.lastDigits = "1234";
    var transfer = new Transfer();
    transfer.purchase = purchase;
    transfer.amount = new BigDecimal("224.50");
    transfer.iban = "GB00";
    purchase.payments.addAll(Set.of(card, transfer));
    purchase.id = counter.place(purchase);
    return purchase;
  }

  private static <T> T inTransaction(Supplier<T> work) {
    return new TransactionTemplate(shop.bean(PlatformTransactionManager.class))
        .execute(status -> work.get());
  }

  private static boolean isLoaded(Object entity, String attribute) {
    return shop.bean(EntityManagerFactory.class)
        .getPersistenceUnitUtil()
        .isLoaded(entity, attribute);
  }

  @Test
  void names_have_underscores_and_scripts_come_after_the_schema() {
    var jdbc = shop.bean(JdbcTemplate.class);
    assertEquals(
        1,
        jdbc.queryForObject(
            "select count(*) from party where ship_zip = 'YO1' and display_name = 'Ada'",
            Integer.class));
    assertEquals(1, jdbc.queryForObject("select count(*) from loaded_by_script", Integer.class));
  }

  @Test
  void what_is_saved_knows_when_and_by_whom() {
    Product saw = product("saw");
    assertEquals("shopkeeper", saw.createdBy);
    assertNotNull(saw.createdAt);
    saw.name = "Bucksaw";
    Product changed = products.save(saw);
    assertEquals(1, changed.version);
    assertEquals(saw.createdAt, product("saw").createdAt);
    assertFalse(product("saw").changedAt.isBefore(saw.changedAt));
  }

  @Test
  void derived_queries_go_through_embedded_values_subclasses_and_collections() {
    assertEquals(
        List.of("Ada", "Bee Ltd"),
        parties.findByBillingCityOrderByDisplayName("York").stream()
            .map(party -> party.displayName)
            .toList());
    assertInstanceOf(Company.class, parties.findByBillingCityOrderByDisplayName("York").getLast());
    assertEquals(1, parties.calledBy("0123").size());
    assertEquals(List.of("GB 1"), parties.taxNumbers());
    assertEquals(
        Set.of("saw", "axe", "adze"),
        products.findByStateIn(Set.of(Product.State.ON_SALE, Product.State.DRAFT)).stream()
            .map(one -> one.code)
            .collect(Collectors.toSet()));
    assertEquals(0, products.findByStateIn(Set.of()).stream().count());
    assertEquals(
        List.of("adze", "axe"),
        codes(products.findTop2ByPriceGreaterThanOrderByPriceDescCodeAsc(BigDecimal.ONE)));
    assertEquals(
        List.of("saw"),
        codes(products.findByCategoryParentNameAndStateNot("tools", Product.State.GONE)));
    assertEquals(List.of("old"), codes(products.findByNameIgnoreCaseLikeOrCodeIsNull("OLD %")));
    var categories = shop.bean(Categories.class);
    assertTrue(categories.existsByChildrenName("saws"));
    assertEquals(1, categories.findByParentName("tools").size());
    assertEquals(List.of("saws", "tools"), categories.under("tools"));
    assertEquals("tools", categories.named("tools").orElseThrow().name);
    assertEquals("axe", products.named("Felling axe").orElseThrow().code);
    assertEquals(1, inTransaction(() -> products.removeByState(Product.State.GONE)).size());
    assertEquals(3, products.count());
  }

  @Test
  void labels_are_new_once_and_shared() {
    counter.label("saw", "sharp", "wood");
    counter.label("axe", "sharp");
    assertEquals(2, shop.bean(Labels.class).count());
    assertEquals(
        List.of("axe", "saw"),
        codes(products.findDistinctByLabelsNameIn(Set.of("sharp", "wood"), Sort.by("code"))));
    assertEquals(2, products.countDistinctByLabelsNameStartingWith("s"));
    var known = shop.bean(Labels.class).findById("sharp").orElseThrow();
    assertFalse(known.isNew());
    assertEquals("sharp", shop.bean(Labels.class).save(known).name);
  }

  @Test
  void declared_queries_give_maps_tuples_pages_and_values_of_beans() {
    var states =
        products.states().stream()
            .collect(Collectors.toMap(row -> row.get("state"), row -> row.get("many")));
    assertEquals(
        Map.of(Product.State.ON_SALE, 2L, Product.State.DRAFT, 1L, Product.State.GONE, 1L), states);
    var dear = products.dear(new BigDecimal("50"));
    assertEquals(2, dear.size());
    assertEquals(new BigDecimal("60.00"), dear.getFirst().get(1, BigDecimal.class));
    var page = products.dearWithCategory(BigDecimal.TEN, PageRequest.of(0, 2, Sort.by("code")));
    assertEquals(List.of("adze", "axe"), codes(page));
    assertEquals(3, page.getTotalElements());
    assertTrue(isLoaded(page.getContent().getFirst(), "category"));
    var second = products.dearNative(BigDecimal.TEN, PageRequest.of(1, 2, Sort.by("code")));
    assertEquals(List.of("saw"), codes(second));
    assertEquals(3, second.getTotalElements());
    var offers = products.offers(PageRequest.of(0, 1, Sort.by(Sort.Direction.DESC, "code")));
    assertEquals(4, offers.getTotalElements());
    Offer offer = offers.getContent().getFirst();
    assertEquals("saw at 24.50", offer.getText());
    var likeness = new Product();
    likeness.code = "axe";
    assertEquals("Felling axe", products.like(likeness).orElseThrow().name);
    assertEquals("grey", products.propertiesOf("saw").getFirst()[1]);
    assertEquals(
        List.of("adze", "saw", "old", "axe"),
        codes(products.findAll(JpaSort.unsafe("length(name)").and(Sort.by("code").descending()))));
  }

  @Test
  void windows_go_on_where_values_are_equal() {
    for (ScrollPosition start : List.of(ScrollPosition.keyset(), ScrollPosition.offset())) {
      var all =
          WindowIterator.of(
                  position ->
                      products.findTop2ByPriceGreaterThanOrderByPriceAscCodeAsc(
                          BigDecimal.ONE, position))
              .startingAt(start);
      List<String> codes = new ArrayList<>();
      all.forEachRemaining(product -> codes.add(product.code));
      assertEquals(List.of("old", "saw", "adze", "axe"), codes);
    }
  }

  @Test
  void specifications_join_update_delete_and_project() {
    PredicateSpecification<Product> ofTools =
        (product, builder) -> builder.equal(product.join("category").get("name"), "tools");
    assertEquals(2, products.count(Specification.where(ofTools)));
    assertEquals(
        List.of(new BigDecimal("60.00"), new BigDecimal("60.00")),
        products.findBy(Specification.where(ofTools), found -> found.as(Offer.class).all()).stream()
            .map(Offer::getPrice)
            .toList());
    assertEquals(
        1,
        inTransaction(
            () ->
                products.update(
                    UpdateSpecification.<Product>update(
                            (product, update, builder) -> update.set("name", "Hatchet"))
                        .where(
                            (PredicateSpecification<Product>)
                                (product, builder) -> builder.equal(product.get("code"), "axe")))));
    assertEquals("Hatchet", product("axe").name);
    inTransaction(
        () -> {
          shop.bean(JdbcTemplate.class).update("delete from product_properties");
          return products.delete(
              DeleteSpecification.where(
                  (PredicateSpecification<Product>)
                      (product, builder) ->
                          builder.equal(product.get("state"), Product.State.GONE)));
        });
    assertEquals(3, products.count());
  }

  @Test
  void a_modifying_query_clears_what_was_loaded() {
    inTransaction(
        () -> {
          Product before = product("axe");
          assertEquals(2, products.reprice(new BigDecimal("2"), Product.State.ON_SALE));
          assertEquals(new BigDecimal("60.00"), before.price);
          assertEquals(0, new BigDecimal("120").compareTo(product("axe").price));
          return true;
        });
  }

  @Test
  void an_aggregate_is_placed_with_its_event_and_rearranged() {
    var postbox = shop.bean(Postbox.class);
    int before = postbox.placed().size();
    Purchase purchase = placed("Ada");
    assertEquals(List.of(3), postbox.placed().subList(before, postbox.placed().size()));
    assertEquals(List.of("1 saw", "2 axe", "3 adze"), counter.linesOf(purchase.id));
    counter.rearrange(purchase.id);
    assertEquals(List.of("3 adze", "2 axe"), counter.linesOf(purchase.id));
    assertEquals(
        2,
        shop.bean(JdbcTemplate.class)
            .queryForObject("select count(*) from purchase_line", Integer.class));
  }

  @Test
  void graphs_bring_what_they_name_in_few_round_trips() {
    Purchase placed = placed("Bee Ltd");
    var statistics = shop.bean(EntityManagerFactory.class);
    purchases.findWholeById(placed.id);
    var before = statistics.unwrap(ConnectionStatistics.class);
    Purchase whole = purchases.findWholeById(placed.id).orElseThrow();
    var spent = statistics.unwrap(ConnectionStatistics.class).since(before);
    assertInstanceOf(Company.class, whole.buyer);
    assertEquals("Bow saw", whole.lines.getFirst().product.name);
    assertFalse(isLoaded(whole, "payments"));
    assertTrue(spent.roundTrips() <= 3, spent.toString());
    Party party = parties.findWithPurchasesById(whole.buyer.id).orElseThrow();
    var found = party.purchases.getFirst();
    assertEquals("Felling axe", found.lines.get(1).product.name);
    assertEquals(2, found.payments.size());
  }

  @Test
  void reports_are_records_and_kinds_are_parameters() {
    placed("Ada");
    placed("Bee Ltd");
    assertEquals(
        List.of(
            new Sales("adze", 6, new BigDecimal("360.00")),
            new Sales("axe", 4, new BigDecimal("240.00"))),
        purchases.sales(3));
    assertEquals(2, purchases.payments(Set.of(CardPayment.class)).size());
    assertEquals(4, purchases.payments(Set.of(CardPayment.class, Transfer.class)).size());
    assertEquals(1, purchases.findByBuyerDisplayName("Ada").size());
  }

  @Test
  void projections_are_chosen_at_the_call() {
    var reviews = shop.bean(Reviews.class);
    Product saw = product("saw");
    for (int stars : List.of(3, 5)) {
      var review = new Review();
      review.product = saw;
      review.stars = stars;
      review.text = stars + " stars";
      reviews.save(review);
    }
    assertEquals(
        List.of(new Opinion(5, "5 stars"), new Opinion(3, "3 stars")),
        reviews.findByProductCodeOrderByStarsDesc("saw", Opinion.class));
    assertEquals(
        "5 stars", reviews.findByProductCodeOrderByStarsDesc("saw", Review.class).getFirst().text);
    assertEquals(4.0, reviews.stars(saw).orElseThrow());
    assertTrue(reviews.stars(product("axe")).isEmpty());
  }

  @Test
  void many_threads_take_from_stock_and_none_is_sold_twice() throws Exception {
    var stock = new Stock();
    stock.product = product("saw");
    stock.quantity = 20;
    inTransaction(
        () -> {
          stock.product = product("saw");
          return shop.bean(Stocks.class).save(stock);
        });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> takers =
          threads.invokeAll(
              IntStream.range(0, 40).<Callable<Boolean>>mapToObj(i -> ShopTest::taken).toList());
      int taken = 0;
      for (var taker : takers) {
        taken += taker.get() ? 1 : 0;
      }
      assertEquals(20, taken);
    }
    assertEquals(0, shop.bean(Stocks.class).findAll().getFirst().quantity);
    assertEquals(1, inTransaction(() -> shop.bean(Stocks.class).clean()));
  }

  /// Tries again until nobody was faster.
  private static boolean taken() {
    while (true) {
      try {
        return counter.take("saw");
      } catch (OptimisticLockingFailureException | CannotAcquireLockException e) {
        // Somebody was faster.
      }
    }
  }

  @Test
  void a_lock_that_does_not_wait_is_told() {
    inTransaction(
        () -> {
          var stock = new Stock();
          stock.product = product("axe");
          stock.quantity = 2;
          return shop.bean(Stocks.class).save(stock);
        });
    counter.takeLocked(
        "axe",
        () -> {
          try (var other = Executors.newVirtualThreadPerTaskExecutor()) {
            var failure =
                assertThrows(
                    java.util.concurrent.ExecutionException.class,
                    () -> other.submit(() -> counter.takeLocked("axe", () -> {})).get());
            assertInstanceOf(ConcurrencyFailureException.class, failure.getCause());
          }
        });
    assertEquals(1, shop.bean(Stocks.class).findAll().getFirst().quantity);
  }

  @Test
  void what_is_kept_in_a_transaction_of_its_own_stays() {
    assertThrows(IllegalStateException.class, () -> counter.failAfter(counter, "kept"));
    assertEquals(
        List.of("kept"),
        shop.bean(Labels.class).findAll().stream().map(label -> label.name).toList());
  }

  @Test
  void queries_run_on_virtual_threads_of_the_application() throws Exception {
    var executor = shop.context().getBean("applicationTaskExecutor", AsyncTaskExecutor.class);
    assertTrue(executor.submit(() -> Thread.currentThread().isVirtual()).get());
    assertEquals(2, products.findByCodeStartingWith("a").get().size());
  }

  @Test
  void many_are_saved_in_few_round_trips() {
    var factory = shop.bean(EntityManagerFactory.class);
    shop.bean(Labels.class).count();
    var before = factory.unwrap(ConnectionStatistics.class);
    shop.bean(Labels.class)
        .saveAll(IntStream.range(0, 500).mapToObj(i -> new Label("label " + i)).toList());
    var spent = factory.unwrap(ConnectionStatistics.class).since(before);
    assertEquals(500, shop.bean(Labels.class).count());
    assertTrue(spent.roundTrips() <= 4, spent.toString());
  }
}
