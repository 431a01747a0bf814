package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.StatementListener;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Foreign keys to unique columns that are not the id (Jakarta Persistence 3.2, section 11.1.25,
/// `referencedColumnName`).
@NullUnmarked // a null where none is expected fails the test by itself
class UniqueReferenceTest {
  @Entity(name = "Carrier")
  @Table(
      name = "carrier",
      uniqueConstraints = @UniqueConstraint(columnNames = {"country", "licence"}))
  static class Carrier {
    @Id @GeneratedValue long id;

    @Column(unique = true, columnDefinition = "char(5)")
    String code;

    String country;
    int licence;

    @OneToMany(mappedBy = "carrier")
    List<Parcel> parcels = new ArrayList<>();

    protected Carrier() {}

    Carrier(String code, int licence) {
      this.code = code;
      this.country = "NL";
      this.licence = licence;
    }

    String code() {
      return code;
    }
  }

  @Entity(name = "Parcel")
  @Table(name = "parcel")
  static class Parcel {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "carrier_code", referencedColumnName = "code")
    Carrier carrier;

    @ManyToOne
    @JoinColumn(name = "insurer_licence", referencedColumnName = "licence")
    @JoinColumn(name = "insurer_country", referencedColumnName = "country")
    Carrier insurer;

    protected Parcel() {}

    Parcel(int id, Carrier carrier, Carrier insurer) {
      this.id = id;
      this.carrier = carrier;
      this.insurer = insurer;
    }
  }

  private static final List<String> STATEMENTS = new ArrayList<>();
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void open() {
    StatementListener listener = event -> STATEMENTS.add(event.sql());
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("parcels")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Carrier.class)
            .managedClass(Parcel.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .property("tiercel.statement-listener", listener)
            .createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @BeforeEach
  void fill() {
    factory.getSchemaManager().truncate();
    factory.runInTransaction(
        manager -> {
          for (int i = 1; i <= 3; i++) {
            Carrier carrier = new Carrier("c" + i, i);
            manager.persist(carrier);
            manager.persist(new Parcel(2 * i, carrier, carrier));
            manager.persist(new Parcel(2 * i + 1, carrier, null));
          }
        });
  }

  @Test
  void the_target_comes_with_its_owner_in_one_statement_for_all() {
    try (EntityManager manager = factory.createEntityManager()) {
      STATEMENTS.clear();
      List<Parcel> parcels =
          manager.createQuery("from Parcel p order by p.id", Parcel.class).getResultList();
      assertEquals(3, STATEMENTS.stream().filter(sql -> sql.startsWith("select")).count());
      assertEquals("c1", parcels.getFirst().carrier.code().strip());
      assertSame(parcels.getFirst().carrier, parcels.getFirst().insurer);
      assertSame(parcels.getFirst().carrier, parcels.get(1).carrier);
      assertNull(parcels.get(1).insurer);
      assertSame(
          parcels.getFirst().carrier, manager.find(Carrier.class, parcels.getFirst().carrier.id));
    }
  }

  @Test
  void the_other_side_finds_its_elements() {
    try (EntityManager manager = factory.createEntityManager()) {
      List<Carrier> carriers =
          manager.createQuery("from Carrier c order by c.code", Carrier.class).getResultList();
      assertEquals(
          List.of(2, 3),
          carriers.getFirst().parcels.stream().map(parcel -> parcel.id).sorted().toList());
      assertEquals(2, carriers.getLast().parcels.size());
    }
  }

  @Test
  void an_association_moves_and_ends() {
    factory.runInTransaction(
        manager -> {
          Parcel first = manager.find(Parcel.class, 2);
          Parcel last = manager.find(Parcel.class, 7);
          first.carrier = manager.getReference(Carrier.class, last.carrier.id);
          first.insurer = null;
          last.insurer = last.carrier;
        });
    factory.runInTransaction(
        manager -> {
          Parcel first = manager.find(Parcel.class, 2);
          Parcel last = manager.find(Parcel.class, 7);
          assertEquals(3, first.carrier.licence);
          assertNull(first.insurer);
          assertSame(first.carrier, last.insurer);
        });
  }

  @Test
  void queries_join_and_compare_by_the_target() {
    try (EntityManager manager = factory.createEntityManager()) {
      Carrier carrier = manager.find(Parcel.class, 4).carrier;
      assertEquals(
          2L,
          manager
              .createQuery("select count(p) from Parcel p where p.carrier = :c", Long.class)
              .setParameter("c", carrier)
              .getSingleResult());
      assertEquals(
          List.of(1, 2, 3),
          manager
              .createQuery(
                  "select distinct c.licence from Carrier c join c.parcels p join p.insurer i"
                      + " where i.id = c.id order by c.licence",
                  Integer.class)
              .getResultList());
      assertEquals(
          carrier.id,
          manager
              .createQuery("select p.carrier.id from Parcel p where p.id = 4", Long.class)
              .getSingleResult());
    }
  }

  @Test
  void a_target_without_a_value_there_is_refused() {
    var failure =
        assertThrows(
            RollbackException.class,
            () ->
                factory.runInTransaction(
                    manager -> {
                      Carrier carrier = new Carrier(null, 9);
                      manager.persist(carrier);
                      manager.persist(new Parcel(20, carrier, null));
                    }));
    String message = String.valueOf(failure.getCause().getMessage());
    assertTrue(message.contains("by [code], which is null"), message);
  }

  @Test
  void removed_rows_go_in_the_right_order() {
    factory.runInTransaction(
        manager -> {
          Parcel parcel = manager.find(Parcel.class, 2);
          manager.remove(parcel.carrier);
          manager.remove(manager.find(Parcel.class, 3));
          manager.remove(parcel);
        });
    try (EntityManager manager = factory.createEntityManager()) {
      assertEquals(
          4L, manager.createQuery("select count(p) from Parcel p", Long.class).getSingleResult());
    }
  }
}
