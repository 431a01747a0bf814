package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.wire.error.ServerException;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinTable;
import jakarta.persistence.LockModeType;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToOne;
import jakarta.persistence.PessimisticLockScope;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.Timeout;
import jakarta.persistence.TypedQuery;
import jakarta.persistence.Version;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Pessimistic locks take all rows of an entity (section 3.5.4.2): those in secondary tables and in
/// the tables of its superclasses and subclasses; with the extended scope also those of join tables
/// and collections of values.
@NullUnmarked // a null where none is expected fails the test by itself
class PessimisticLockTest {
  private static final int DEADLINE_SECONDS = 30;

  private static TestUnit unit;

  @Entity(name = "Account")
  @SecondaryTable(name = "account_note")
  static class Account {
    @Id int id;
    @Version int version;
    String owner;

    @Column(table = "account_note")
    String note;
  }

  @Entity(name = "Sheet")
  @SecondaryTable(name = "sheet_text")
  @IdClass(SheetId.class)
  static class Sheet {
    @Id int book;
    @Id int page;
    int format;

    @Column(table = "sheet_text")
    String text;

    @ElementCollection Set<String> words = new HashSet<>();
  }

  record SheetId(int book, int page) {}

  @Entity(name = "Plant")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Plant {
    @Id int id;
    String name;
  }

  @Entity(name = "Tree")
  @SecondaryTable(name = "tree_data")
  static class Tree extends Plant {
    int height;

    @Column(table = "tree_data")
    String wood;
  }

  @Entity(name = "Ticket")
  @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
  abstract static class Ticket {
    @Id int id;
    int price;
  }

  @Entity(name = "BusTicket")
  static class BusTicket extends Ticket {}

  @Entity(name = "TrainTicket")
  static class TrainTicket extends Ticket {
    int coach;
  }

  @Entity(name = "Member")
  static class Member {
    @Id int id;
    String name;

    @OneToOne
    @JoinTable(name = "member_account")
    Account account;

    @ManyToMany
    @JoinTable(name = "member_tree")
    Set<Tree> trees = new HashSet<>();

    @ElementCollection Set<String> titles = new HashSet<>();

    @ManyToOne Plant favourite;
  }

  @BeforeAll
  static void open() {
    unit =
        TestUnit.of(
            Account.class,
            Sheet.class,
            Plant.class,
            Tree.class,
            Ticket.class,
            BusTicket.class,
            TrainTicket.class,
            Member.class);
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  @BeforeEach
  void fill() {
    unit.factory().getSchemaManager().truncate();
    unit.sql(
        "insert into account (id, version, owner) values (1, 0, 'Ada'), (2, 0, 'Bob')",
        "insert into account_note (id, note) values (1, 'old')",
        "insert into sheet (book, page, format) values (1, 2, 4), (2, 1, 4)",
        "insert into sheet_text (book, page, text) values (1, 2, 'a'), (2, 1, 'b')",
        "insert into sheet_words (sheet_book, sheet_page, words) values (1, 2, 'w'), (2, 1, 'w')",
        "insert into plant (id, name) values (1, 'Oak'), (2, 'Moss')",
        "insert into tree (id, height) values (1, 20)",
        "insert into tree_data (id, wood) values (1, 'hard')",
        "insert into busticket (id, price) values (1, 3)",
        "insert into trainticket (id, price, coach) values (2, 30, 7)",
        "insert into member (id, name, favourite_id) values (1, 'Eve', 1), (2, 'Joe', null)",
        "insert into member_account (member_id, account_id) values (1, 1)",
        "insert into member_tree (member_id, trees_id) values (1, 1)",
        "insert into member_titles (member_id, titles) values (1, 'Dr'), (1, 'Dame')");
  }

  /// How many rows of a table somebody else has locked.
  private static long locked(String table) {
    return ((Number) unit.value("select count(*) from " + table)).longValue()
        - ((Number)
                unit.value(
                    "select count(*) from (select 1 from %s for update skip locked) as free"
                        .formatted(table)))
            .longValue();
  }

  /// The tables of which rows are locked after the work, while its transaction lasts.
  private static List<String> lockedTables(Consumer<EntityManager> work) {
    List<String> tables =
        List.of(
            "account",
            "account_note",
            "sheet",
            "sheet_text",
            "sheet_words",
            "plant",
            "tree",
            "tree_data",
            "busticket",
            "trainticket",
            "member",
            "member_account",
            "member_tree",
            "member_titles");
    return unit.query(
        manager -> {
          work.accept(manager);
          return tables.stream().filter(table -> locked(table) > 0).toList();
        });
  }

  /// Each way to lock an instance that is found by its id.
  private static List<BiFunction<Class<?>, Object, Consumer<EntityManager>>> ways() {
    LockModeType mode = LockModeType.PESSIMISTIC_WRITE;
    return List.of(
        (type, id) -> manager -> manager.find(type, id, mode),
        (type, id) -> manager -> manager.lock(manager.find(type, id), mode),
        (type, id) -> manager -> manager.refresh(manager.find(type, id), mode));
  }

  @Test
  void the_rows_of_secondary_tables_are_locked() {
    for (var way : ways()) {
      assertEquals(List.of("account", "account_note"), lockedTables(way.apply(Account.class, 1)));
      assertEquals(
          List.of("sheet", "sheet_text"), lockedTables(way.apply(Sheet.class, new SheetId(1, 2))));
      assertEquals(List.of("account"), lockedTables(way.apply(Account.class, 2)));
    }
    lockedTables(
        manager -> {
          manager.find(Sheet.class, new SheetId(1, 2), LockModeType.PESSIMISTIC_READ);
          assertEquals(1, locked("sheet"));
          assertEquals(1, locked("sheet_text"));
        });
  }

  @Test
  void the_rows_of_a_joined_hierarchy_are_locked_by_any_class() {
    for (var way : ways()) {
      for (Class<?> type : List.of(Plant.class, Tree.class)) {
        assertEquals(List.of("plant", "tree", "tree_data"), lockedTables(way.apply(type, 1)));
      }
      assertEquals(List.of("plant"), lockedTables(way.apply(Plant.class, 2)));
    }
  }

  @Test
  void a_row_in_one_of_many_tables_is_locked_in_one_exchange() {
    for (var way : ways()) {
      assertEquals(List.of("trainticket"), lockedTables(way.apply(Ticket.class, 2)));
    }
    long trips =
        unit.roundTrips(
            () ->
                unit.inTransaction(
                    manager -> manager.find(Ticket.class, 2, LockModeType.PESSIMISTIC_WRITE)));
    assertEquals(2, trips, "one for all locks and the row, one for COMMIT");
    unit.inTransaction(
        manager -> assertNull(manager.find(Ticket.class, 3, LockModeType.PESSIMISTIC_WRITE)));
  }

  @Test
  void the_normal_scope_leaves_join_tables_and_collections_alone() {
    for (var way : ways()) {
      assertEquals(List.of("member"), lockedTables(way.apply(Member.class, 1)));
    }
  }

  @Test
  void the_extended_scope_takes_join_tables_and_collections() {
    List<String> all = List.of("member", "member_account", "member_tree", "member_titles");
    PessimisticLockScope extended = PessimisticLockScope.EXTENDED;
    LockModeType mode = LockModeType.PESSIMISTIC_WRITE;
    assertEquals(all, lockedTables(manager -> manager.find(Member.class, 1, mode, extended)));
    assertEquals(
        all, lockedTables(manager -> manager.lock(manager.find(Member.class, 1), mode, extended)));
    assertEquals(
        all,
        lockedTables(
            manager ->
                manager
                    .createQuery("from Member m where m.id = 1", Member.class)
                    .setLockMode(mode)
                    .setHint("jakarta.persistence.lock.scope", extended)
                    .getResultList()));
    assertEquals(
        List.of("sheet", "sheet_text", "sheet_words"),
        lockedTables(
            manager ->
                manager.find(
                    Sheet.class,
                    new SheetId(1, 2),
                    mode,
                    Map.of("jakarta.persistence.lock.scope", "EXTENDED"))));
    unit.inTransaction(
        manager -> {
          TypedQuery<Member> query = manager.createQuery("from Member m", Member.class);
          assertThrows(
              IllegalArgumentException.class,
              () -> query.setHint("jakarta.persistence.lock.scope", "WIDE"));
        });
  }

  private static List<String> lockedBy(Function<EntityManager, TypedQuery<?>> query) {
    List<String> byList =
        lockedTables(
            manager ->
                query.apply(manager).setLockMode(LockModeType.PESSIMISTIC_WRITE).getResultList());
    List<String> byStream =
        lockedTables(
            manager -> {
              try (Stream<?> stream =
                  query
                      .apply(manager)
                      .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                      .getResultStream()) {
                assertTrue(stream.findFirst().isPresent());
              }
            });
    assertEquals(byList, byStream);
    return byList;
  }

  /// Section 3.11.10: the lock of a query is on the entities it returns.
  @Test
  void a_query_locks_all_rows_of_the_entities_of_its_result() {
    assertEquals(
        List.of("account", "account_note"),
        lockedBy(manager -> manager.createQuery("from Account a where a.id = 1", Account.class)));
    assertEquals(
        List.of("plant", "tree", "tree_data"),
        lockedBy(manager -> manager.createQuery("from Plant p order by p.id", Plant.class)));
    assertEquals(
        List.of("busticket", "trainticket"),
        lockedBy(manager -> manager.createQuery("from Ticket t", Ticket.class)));
    assertEquals(
        List.of("plant", "tree", "tree_data", "member"),
        lockedBy(
            manager ->
                manager.createQuery(
                    "select m, f from Member m left join m.favourite f order by m.id",
                    Object[].class)));
    assertEquals(
        List.of("member"),
        lockedBy(manager -> manager.createQuery("select distinct m from Member m", Member.class)));
    assertEquals(
        List.of("member"),
        lockedBy(
            manager ->
                manager.createQuery(
                    "select m from Member m where m.id = 1 union select m from Member m",
                    Member.class)));
    lockedTables(
        manager -> {
          Object[] row =
              manager
                  .createQuery("select m, m.favourite from Member m", Object[].class)
                  .setLockMode(LockModeType.PESSIMISTIC_READ)
                  .getSingleResult();
          assertEquals(LockModeType.PESSIMISTIC_READ, manager.getLockMode(row[0]));
          assertEquals(LockModeType.PESSIMISTIC_READ, manager.getLockMode(row[1]));
        });
  }

  @Test
  void a_query_that_fetches_keeps_what_it_fetched() {
    Member member =
        unit.query(
            manager ->
                manager
                    .createQuery(
                        "select m from Member m join fetch m.trees join fetch m.account",
                        Member.class)
                    .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                    .getSingleResult());
    assertEquals("hard", member.trees.iterator().next().wood);
    assertEquals("old", member.account.note);
  }

  /// Runs the work in another thread while the row of a secondary table is locked and changed, so
  /// that it has to wait, and returns what it gives after the change was committed.
  private static <T> T afterChange(String change, Function<EntityManager, T> work)
      throws Exception {
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<T> result =
          unit.query(
              manager -> {
                manager.createNativeQuery(change).executeUpdate();
                Future<T> waiting = thread.submit(() -> unit.query(work));
                awaitWaiting(waiting);
                return waiting;
              });
      return result.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static void awaitWaiting(Future<?> waiting) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    String locks = "select count(*) from pg_locks where not granted";
    while (((Number) unit.value(locks)).intValue() == 0) {
      assertFalse(waiting.isDone(), () -> "it did not wait: " + waiting);
      assertTrue(System.nanoTime() < deadline, "nobody waits for a lock");
      LockSupport.parkNanos(200_000);
    }
  }

  @Test
  void what_was_changed_while_it_was_waited_for_is_read_anew() throws Exception {
    String change = "update account_note set note = 'new' where id = 1";
    LockModeType mode = LockModeType.PESSIMISTIC_WRITE;
    assertEquals("new", afterChange(change, manager -> manager.find(Account.class, 1, mode).note));
    unit.sql("update account_note set note = 'old'");
    assertEquals(
        "new",
        afterChange(
            change,
            manager ->
                manager
                    .createQuery("from Account a where a.id = 1", Account.class)
                    .setLockMode(mode)
                    .getSingleResult()
                    .note));
    Integer coach =
        afterChange(
            "update trainticket set coach = 8",
            manager ->
                ((TrainTicket)
                        manager
                            .createQuery("from Ticket t where t.id = 2", Ticket.class)
                            .setLockMode(mode)
                            .getSingleResult())
                    .coach);
    assertEquals(8, coach);
    assertEquals(
        "soft",
        afterChange(
            "update tree_data set wood = 'soft'",
            manager -> {
              Tree tree = manager.find(Tree.class, 1);
              manager.lock(tree, mode);
              return tree.wood;
            }));
  }

  /// Both rows change together: a version that is new beside a value that is old would let the next
  /// write of that value through.
  @Test
  void version_and_values_in_other_tables_are_of_one_moment() throws Exception {
    String change =
        """
        with noted as (update account_note set note = 'new' where id = 1)
        update account set version = 1 where id = 1\
        """;
    for (boolean byQuery : new boolean[] {false, true}) {
      unit.sql(
          "update account set version = 0", "update account_note set note = 'old' where id = 1");
      Account found =
          afterChange(
              change,
              manager ->
                  byQuery
                      ? manager
                          .createQuery("from Account a where a.id = 1", Account.class)
                          .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                          .getSingleResult()
                      : manager.find(Account.class, 1, LockModeType.PESSIMISTIC_WRITE));
      assertEquals(1, found.version);
      assertEquals("new", found.note);
    }
  }

  @Test
  void no_wait_and_skipping_hold_for_rows_of_every_table() {
    lockedTables(
        holder -> {
          holder.createNativeQuery("select 1 from tree for update").getResultList();
          unit.inTransaction(
              manager ->
                  assertThrows(
                      LockTimeoutException.class,
                      () ->
                          manager.find(
                              Plant.class, 1, LockModeType.PESSIMISTIC_WRITE, Timeout.ms(0))));
        });
    lockedTables(
        holder -> {
          holder.find(Plant.class, 1, LockModeType.PESSIMISTIC_WRITE);
          unit.inTransaction(
              manager -> {
                Timeout skip = Timeout.ms(-2);
                assertNull(manager.find(Plant.class, 1, LockModeType.PESSIMISTIC_WRITE, skip));
                Plant plant = manager.find(Plant.class, 1);
                var failure =
                    assertThrows(
                        LockTimeoutException.class,
                        () -> manager.lock(plant, LockModeType.PESSIMISTIC_WRITE, skip));
                assertSame(plant, failure.getObject());
              });
        });
  }

  @Test
  void a_lock_that_is_not_had_tells_of_which_entity() {
    lockedTables(
        holder -> {
          holder.createNativeQuery("select 1 from tree for update").getResultList();
          Timeout now = Timeout.ms(0);
          unit.inTransaction(
              manager -> {
                var unknown =
                    assertThrows(
                        LockTimeoutException.class,
                        () -> manager.find(Plant.class, 1, LockModeType.PESSIMISTIC_WRITE, now));
                assertNull(unknown.getObject());
                Plant plant = manager.getReference(Plant.class, 1);
                List<Executable> all =
                    List.of(
                        () -> manager.find(Plant.class, 1, LockModeType.PESSIMISTIC_WRITE, now),
                        () -> manager.lock(plant, LockModeType.PESSIMISTIC_WRITE, now),
                        () -> manager.refresh(plant, LockModeType.PESSIMISTIC_WRITE, now));
                for (Executable one : all) {
                  var failure = assertThrows(LockTimeoutException.class, one);
                  assertSame(plant, failure.getObject());
                  assertTrue(failure.getCause() instanceof ServerException, () -> "" + failure);
                }
              });
        });
  }

  @Test
  void a_query_leaves_out_what_others_hold_in_any_of_several_tables() {
    lockedTables(
        holder -> {
          holder.find(Ticket.class, 1, LockModeType.PESSIMISTIC_WRITE);
          unit.inTransaction(
              manager -> {
                var free = skipping(manager, "from Ticket t order by t.id", Ticket.class);
                assertEquals(List.of(2), free.getResultList().stream().map(t -> t.id).toList());
                assertEquals(1, locked("trainticket"));
                assertEquals(
                    LockModeType.PESSIMISTIC_WRITE,
                    manager.getLockMode(manager.find(Ticket.class, 2)));
                assertEquals(LockModeType.NONE, manager.getLockMode(manager.find(Ticket.class, 1)));
                try (var stream = free.getResultStream()) {
                  assertEquals(List.of(2), stream.map(ticket -> ticket.id).toList());
                }
                var prices =
                    skipping(manager, "select t.price, t from Ticket t", Object[].class)
                        .getResultList();
                assertEquals(1, prices.size());
                assertEquals(30, prices.getFirst()[0]);
              });
        });
  }

  @Test
  void a_page_is_filled_with_what_nobody_holds() {
    unit.sql("insert into busticket (id, price) values (3, 3), (4, 3), (5, 3)");
    lockedTables(
        holder -> {
          List.of(1, 2, 4)
              .forEach(id -> holder.find(Ticket.class, id, LockModeType.PESSIMISTIC_WRITE));
          unit.inTransaction(
              manager -> {
                var next =
                    skipping(manager, "from Ticket t order by t.id", Ticket.class).setMaxResults(1);
                assertEquals(3, next.getSingleResult().id);
                assertEquals(3, locked("busticket"), "1 and 4 by the holder, and 3");
                next.setMaxResults(2);
                assertEquals(
                    List.of(3, 5), next.getResultList().stream().map(ticket -> ticket.id).toList());
                next.setMaxResults(3);
                assertEquals(2, next.getResultList().size(), "there are no more");
              });
        });
  }

  @Test
  void a_query_leaves_out_what_others_hold_of_an_outer_join() {
    lockedTables(
        holder -> {
          holder.find(Account.class, 1, LockModeType.PESSIMISTIC_WRITE);
          unit.inTransaction(
              manager ->
                  assertEquals(
                      List.of("Joe"),
                      skipping(
                              manager,
                              "select m.name, a from Member m left join m.account a",
                              Object[].class)
                          .getResultList()
                          .stream()
                          .map(row -> row[0])
                          .toList()));
        });
  }

  private static <T> TypedQuery<T> skipping(EntityManager manager, String jpql, Class<T> type) {
    return manager
        .createQuery(jpql, type)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .setHint("jakarta.persistence.lock.timeout", -2);
  }

  @Test
  void what_is_gone_cannot_be_locked() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      Account account = manager.find(Account.class, 1);
      unit.sql(
          "delete from member_account",
          "delete from account_note where id = 1",
          "delete from account where id = 1");
      assertThrows(
          EntityNotFoundException.class,
          () -> manager.lock(account, LockModeType.PESSIMISTIC_WRITE));
      manager.getTransaction().rollback();
    }
  }
}
