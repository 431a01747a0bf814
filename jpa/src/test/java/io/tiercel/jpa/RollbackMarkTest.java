package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.jpa.shop.Customer;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.PurchaseOrder;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.LockModeType;
import jakarta.persistence.NoResultException;
import jakarta.persistence.NonUniqueResultException;
import jakarta.persistence.Query;
import jakarta.persistence.Tuple;
import jakarta.persistence.TypedQuery;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Which failures leave nothing but rollback (Jakarta Persistence 3.2, sections 3.1 and 3.11.1):
/// those of an EntityManager but LockTimeoutException, those of a query but the four that tell
/// about a result or a limit.
@NullUnmarked // a null where none is expected fails the test by itself
class RollbackMarkTest {
  private static Shop shop;

  @BeforeAll
  static void open() {
    shop = Shop.open();
    shop.inTransaction(
        manager -> {
          manager.persist(new Product("a", "First", BigDecimal.ONE));
          manager.persist(new Product("b", "Second", BigDecimal.ONE));
        });
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  /// Whether the work, which must fail that way, marked its transaction.
  private static boolean marks(Class<? extends Throwable> how, Consumer<EntityManager> work) {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      assertThrows(how, () -> work.accept(manager));
      boolean marked = manager.getTransaction().getRollbackOnly();
      manager.getTransaction().rollback();
      return marked;
    }
  }

  private static void expect(
      boolean marked, Class<? extends Throwable> how, Map<String, Consumer<EntityManager>> calls) {
    calls.forEach((name, call) -> assertEquals(marked, marks(how, call), name));
  }

  @Test
  void wrong_arguments_of_an_entity_manager_do() {
    Object stranger = new BitSet();
    Map<String, Consumer<EntityManager>> calls = new LinkedHashMap<>();
    calls.put("persist", manager -> manager.persist(stranger));
    calls.put("persist null", manager -> manager.persist(null));
    calls.put("merge", manager -> manager.merge(stranger));
    calls.put("remove", manager -> manager.remove(stranger));
    calls.put("remove null", manager -> manager.remove(null));
    calls.put("detach", manager -> manager.detach(stranger));
    calls.put("contains", manager -> manager.contains(stranger));
    calls.put("refresh", manager -> manager.refresh(stranger));
    calls.put("refresh new", manager -> manager.refresh(new Product("n", "N", BigDecimal.ONE)));
    calls.put("lock", manager -> manager.lock(stranger, LockModeType.NONE));
    calls.put("lock null", manager -> manager.lock(null, LockModeType.NONE));
    calls.put("getLockMode", manager -> manager.getLockMode(stranger));
    calls.put("find no entity", manager -> manager.find(StringBuilder.class, 1));
    calls.put("find no type", manager -> manager.find((Class<?>) null, 1));
    calls.put("find null", manager -> manager.find(Product.class, null));
    calls.put("find wrong id", manager -> manager.find(Product.class, 1));
    calls.put("find with hints", manager -> manager.find(Product.class, 1, Map.of()));
    calls.put(
        "find contradictory",
        manager ->
            manager.find(
                Product.class, "a", LockModeType.PESSIMISTIC_READ, LockModeType.PESSIMISTIC_WRITE));
    calls.put("getReference", manager -> manager.getReference(Product.class, 1));
    calls.put("getReference of", manager -> manager.getReference(stranger));
    calls.put("createQuery", manager -> manager.createQuery("invalid"));
    calls.put("createQuery typed", manager -> manager.createQuery("invalid", Product.class));
    calls.put(
        "createQuery wrong type",
        manager -> manager.createQuery("select p from Product p", String.class));
    calls.put("createNamedQuery", manager -> manager.createNamedQuery("nowhere"));
    calls.put("setFlushMode", manager -> manager.setFlushMode(null));
    calls.put(
        "setProperty",
        manager -> manager.setProperty("jakarta.persistence.cache.storeMode", "SOMETIMES"));
    expect(true, IllegalArgumentException.class, calls);
  }

  @Test
  void wrong_settings_of_a_query_do() {
    Map<String, Consumer<EntityManager>> calls = new LinkedHashMap<>();
    calls.put("setFirstResult", manager -> products(manager).setFirstResult(-1));
    calls.put("setMaxResults", manager -> products(manager).setMaxResults(-1));
    calls.put("setParameter", manager -> products(manager).setParameter("nothing", "x"));
    calls.put("setParameter type", manager -> products(manager).setParameter("least", 1));
    calls.put("setParameter position", manager -> products(manager).setParameter(7, "x"));
    calls.put(
        "setHint",
        manager -> products(manager).setHint("jakarta.persistence.query.timeout", "soon"));
    expect(true, IllegalArgumentException.class, calls);
    Map<String, Consumer<EntityManager>> untimely = new LinkedHashMap<>();
    untimely.put("unbound", manager -> products(manager).getResultList());
    untimely.put(
        "list of an update",
        manager -> manager.createQuery("delete from Product p").getResultList());
    untimely.put(
        "update of a select", manager -> manager.createQuery("from Product p").executeUpdate());
    untimely.put(
        "lock of an update",
        manager -> manager.createQuery("delete from Product p").setLockMode(LockModeType.READ));
    expect(true, IllegalStateException.class, untimely);
  }

  private static TypedQuery<Product> products(EntityManager manager) {
    return manager.createQuery("from Product p where p.code >= :least", Product.class);
  }

  @Test
  void questions_about_parameters_do_not() {
    Map<String, Consumer<EntityManager>> calls = new LinkedHashMap<>();
    calls.put("getParameter", manager -> products(manager).getParameter("nothing"));
    calls.put("getParameter position", manager -> products(manager).getParameter(7));
    calls.put(
        "getParameter type", manager -> products(manager).getParameter("least", Integer.class));
    calls.put("getParameterValue", manager -> products(manager).getParameterValue("nothing"));
    calls.put(
        "Tuple",
        manager ->
            manager
                .createQuery("select p.code as code from Product p", Tuple.class)
                .setMaxResults(1)
                .getSingleResult()
                .get("price"));
    expect(false, IllegalArgumentException.class, calls);
    Map<String, Consumer<EntityManager>> untimely = new LinkedHashMap<>();
    untimely.put("getParameterValue", manager -> products(manager).getParameterValue("least"));
    untimely.put(
        "getLockMode", manager -> manager.createQuery("delete from Product p").getLockMode());
    expect(false, IllegalStateException.class, untimely);
  }

  /// A transaction may outlive its EntityManager (section 7.5.2).
  @Test
  void calls_of_a_closed_entity_manager_do() {
    Map<String, Consumer<EntityManager>> calls = new LinkedHashMap<>();
    calls.put("close", EntityManager::close);
    calls.put("find", manager -> manager.find(Product.class, "a"));
    calls.put("joinTransaction", EntityManager::joinTransaction);
    calls.put("isJoinedToTransaction", EntityManager::isJoinedToTransaction);
    calls.put("getCriteriaBuilder", EntityManager::getCriteriaBuilder);
    calls.put("getDelegate", EntityManager::getDelegate);
    calls.put("getEntityManagerFactory", EntityManager::getEntityManagerFactory);
    calls.put("getFlushMode", EntityManager::getFlushMode);
    calls.put("getMetamodel", EntityManager::getMetamodel);
    calls.forEach(
        (name, call) ->
            assertEquals(true, marksWhenClosed(manager -> () -> call.accept(manager)), name));
    assertEquals(true, marksWhenClosed(manager -> products(manager)::getResultList));
    assertEquals(false, marksWhenClosed(manager -> products(manager)::getLockMode));
    assertEquals(false, marksWhenClosed(manager -> products(manager)::getParameters));
  }

  /// Whether a call that is prepared before the manager is closed, and made afterwards, marks.
  private static boolean marksWhenClosed(Function<EntityManager, Executable> prepare) {
    EntityManager manager = shop.manager();
    EntityTransaction transaction = manager.getTransaction();
    transaction.begin();
    Executable call = prepare.apply(manager);
    manager.close();
    assertThrows(IllegalStateException.class, call);
    boolean marked = transaction.getRollbackOnly();
    transaction.rollback();
    return marked;
  }

  @Test
  void the_number_of_results_does_not() {
    assertEquals(
        false,
        marks(
            NoResultException.class,
            manager -> products(manager).setParameter("least", "x").getSingleResult()));
    assertEquals(
        false,
        marks(
            NonUniqueResultException.class,
            manager -> products(manager).setParameter("least", "a").getSingleResult()));
  }

  /// Section 3.2.10: an EntityNotFoundException marks it wherever it comes from.
  @EveryPostgres
  void a_reference_to_nothing_does_when_it_is_touched(TestServer server) {
    try (Shop other = Shop.open(server);
        EntityManager manager = other.manager()) {
      manager.getTransaction().begin();
      Customer nobody = manager.getReference(Customer.class, -1L);
      assertThrows(EntityNotFoundException.class, nobody::getName);
      assertEquals(true, manager.getTransaction().getRollbackOnly());
      manager.getTransaction().rollback();
    }
  }

  @Test
  void nothing_is_marked_without_a_transaction() {
    try (EntityManager manager = shop.manager()) {
      assertThrows(IllegalArgumentException.class, () -> manager.find(Product.class, 1));
      manager.getTransaction().begin();
      assertEquals(false, manager.getTransaction().getRollbackOnly());
      Query query = manager.createQuery("select count(o) from PurchaseOrder o");
      assertDoesNotThrow(query::getSingleResult);
      assertEquals(
          0,
          manager.createQuery("from PurchaseOrder o", PurchaseOrder.class).getResultList().size());
      manager.getTransaction().commit();
    }
  }
}
