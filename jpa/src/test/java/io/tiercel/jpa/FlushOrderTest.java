package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Unique values that pass from removed rows to others, and foreign keys that forbid to delete
/// first.
@NullUnmarked // a null where none is expected fails the test by itself
class FlushOrderTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @Entity(name = "Account")
  static class Account {
    @Id int id;
    @Version int version;

    @Column(unique = true)
    String name;

    @OneToMany
    @JoinColumn(name = "account_id")
    List<Card> cards = new ArrayList<>();

    @ManyToMany Set<Right> rights = new HashSet<>();

    @ManyToOne(fetch = FetchType.LAZY)
    Account parent;

    protected Account() {}

    Account(int id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  @Entity(name = "Mailbox")
  @Table(uniqueConstraints = @UniqueConstraint(columnNames = {"account_id", "folder"}))
  static class Mailbox {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Account account;

    String folder;

    protected Mailbox() {}

    Mailbox(int id, Account account, String folder) {
      this.id = id;
      this.account = account;
      this.folder = folder;
    }
  }

  @Entity(name = "Card")
  static class Card {
    @Id int id;

    protected Card() {}

    Card(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Right")
  @Table(name = "permission")
  static class Right {
    @Id int id;

    protected Right() {}

    Right(int id) {
      this.id = id;
    }
  }

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("accounts")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Account.class)
            .managedClass(Mailbox.class)
            .managedClass(Card.class)
            .managedClass(Right.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  /// Accounts "a" and "b", each with a mailbox, a card and a right.
  @BeforeEach
  void fill() {
    factory.getSchemaManager().truncate();
    factory.runInTransaction(
        manager -> {
          for (int id = 1; id <= 2; id++) {
            Account account = new Account(id, id == 1 ? "a" : "b");
            manager.persist(account);
            manager.persist(new Mailbox(id, account, "in"));
            Card card = new Card(id);
            manager.persist(card);
            account.cards.add(card);
            Right right = new Right(id);
            manager.persist(right);
            account.rights.add(right);
          }
        });
  }

  private static Account account(EntityManager manager, int id) {
    return manager.find(Account.class, id);
  }

  private static List<String> accounts() {
    return factory.callInTransaction(
        manager ->
            manager
                .createQuery("from Account a order by a.id", Account.class)
                .getResultStream()
                .map(account -> account.id + account.name)
                .toList());
  }

  private static void removeWithAll(EntityManager manager, Account account) {
    manager.remove(manager.find(Mailbox.class, account.id));
    account.cards.forEach(manager::remove);
    manager.remove(account);
  }

  @Test
  void a_new_row_takes_the_unique_value_of_a_removed_one() {
    factory.runInTransaction(
        manager -> {
          manager.remove(manager.find(Mailbox.class, 1));
          manager.persist(new Mailbox(7, account(manager, 1), "in"));
        });
    factory.runInTransaction(manager -> assertEquals(1, manager.find(Mailbox.class, 7).account.id));
  }

  @Test
  void a_changed_row_takes_the_unique_value_of_a_removed_one() {
    factory.runInTransaction(
        manager -> {
          manager.find(Mailbox.class, 1).account = account(manager, 2);
          manager.remove(manager.find(Mailbox.class, 2));
        });
    factory.runInTransaction(manager -> assertEquals(2, manager.find(Mailbox.class, 1).account.id));
  }

  @Test
  void rows_that_refer_to_the_removed_one_go_before_it() {
    factory.runInTransaction(
        manager -> {
          Account gone = account(manager, 1);
          gone.cards.clear();
          manager.flush();
          manager.remove(manager.find(Mailbox.class, 1));
          manager.remove(gone);
          manager.persist(new Account(7, "a"));
        });
    assertEquals(List.of("2b", "7a"), accounts());
  }

  @Test
  void a_row_that_stays_lets_go_before_what_it_referred_to_is_deleted() {
    factory.runInTransaction(
        manager -> {
          Account gone = account(manager, 1);
          Account fresh = new Account(7, "c");
          fresh.rights.addAll(gone.rights);
          manager.find(Mailbox.class, 1).account = fresh;
          fresh.cards.addAll(gone.cards);
          manager.persist(fresh);
          manager.remove(gone);
        });
    assertEquals(List.of("2b", "7c"), accounts());
    factory.runInTransaction(
        manager -> {
          assertEquals(7, manager.find(Mailbox.class, 1).account.id);
          assertEquals(1, account(manager, 7).cards.getFirst().id);
          assertEquals(1, account(manager, 7).rights.size());
        });
  }

  @Test
  void elements_removed_with_their_owner_go_in_the_order_of_their_foreign_keys() {
    factory.runInTransaction(
        manager -> {
          removeWithAll(manager, account(manager, 1));
          manager.persist(new Account(7, "c"));
          manager.persist(new Card(7));
        });
    assertEquals(List.of("2b", "7c"), accounts());
  }

  @Test
  void rows_of_one_table_that_refer_to_each_other_are_deleted_first_together() {
    factory.runInTransaction(
        manager -> {
          account(manager, 1).cards.clear();
          account(manager, 2).cards.clear();
          manager.remove(manager.find(Mailbox.class, 1));
          manager.remove(manager.find(Mailbox.class, 2));
          account(manager, 1).parent = account(manager, 2);
          account(manager, 2).parent = account(manager, 1);
        });
    factory.runInTransaction(
        manager -> {
          manager.remove(account(manager, 1));
          manager.remove(account(manager, 2));
          manager.persist(new Account(7, "a"));
          manager.persist(new Account(8, "b"));
        });
    assertEquals(List.of("7a", "8b"), accounts());
  }

  @Test
  void a_unique_value_is_refused_while_its_row_must_wait_for_an_update() {
    RollbackException refused =
        assertThrows(
            RollbackException.class,
            () ->
                factory.runInTransaction(
                    manager -> {
                      Account fresh = new Account(7, "a");
                      manager.find(Mailbox.class, 1).account = fresh;
                      account(manager, 1).cards.clear();
                      manager.persist(fresh);
                      manager.remove(account(manager, 1));
                    }));
    assertEquals(true, refused.getMessage().contains("account_name_key"), refused::getMessage);
    assertEquals(List.of("1a", "2b"), accounts());
  }
}
