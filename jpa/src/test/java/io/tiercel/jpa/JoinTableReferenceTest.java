package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestServer;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Single-valued associations by join tables (Jakarta Persistence 3.2, section 11.1.27): a row for
/// each entity that refers to another.
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JoinTableReferenceTest {
  @Entity(name = "Team")
  static class Team {
    @Id int id;
    String name;

    @OneToMany(mappedBy = "team")
    List<Player> players = new ArrayList<>();

    @OneToOne(mappedBy = "leads")
    Player captain;

    Team() {}

    Team(int id) {
      this.id = id;
      this.name = "team " + id;
    }

    String name() {
      return name;
    }

    List<Player> players() {
      return players;
    }
  }

  @Embeddable
  record SeatId(String row, int number) {}

  @Entity(name = "Seat")
  static class Seat {
    @EmbeddedId SeatId id;

    @ManyToOne @JoinTable Seat neighbour;

    Seat() {}

    Seat(String row, int number) {
      id = new SeatId(row, number);
    }
  }

  @Entity(name = "Player")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Player {
    @Id int id;
    @Version int version;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinTable(
        name = "contract",
        joinColumns = @JoinColumn(name = "player"),
        inverseJoinColumns = @JoinColumn(name = "team"))
    Team team;

    @OneToOne @JoinTable Team leads;

    @ManyToOne @JoinTable Seat seat;

    Player() {}

    Player(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Keeper")
  static class Keeper extends Player {
    @ManyToOne(cascade = CascadeType.PERSIST)
    @JoinTable(name = "understudies")
    Player understudy;

    Keeper() {}

    Keeper(int id) {
      super(id);
    }
  }

  private TestUnit unit;

  TestServer server() {
    return TestServer.v18();
  }

  @BeforeAll
  void open() {
    unit = TestUnit.on(server(), Team.class, Seat.class, SeatId.class, Player.class, Keeper.class);
  }

  @AfterAll
  void close() {
    if (unit != null) {
      unit.close();
    }
  }

  @BeforeEach
  void empty() {
    unit.factory().getSchemaManager().truncate();
  }

  private String text(String sql) {
    return String.valueOf(unit.value(sql));
  }

  private void fill() {
    unit.inTransaction(
        manager -> {
          Team team = new Team(1);
          Player one = new Player(1);
          one.team = team;
          one.leads = team;
          Player two = new Player(2);
          two.team = team;
          manager.persist(one);
          manager.persist(two);
          manager.persist(new Player(3));
          manager.persist(team);
          manager.persist(new Team(2));
        });
  }

  @Test
  void the_table_has_the_owners_key_and_refers_to_both() {
    assertEquals(
        "FOREIGN KEY (player) REFERENCES player(id), FOREIGN KEY (team) REFERENCES team(id),"
            + " PRIMARY KEY (player)",
        text(
            "select string_agg(pg_get_constraintdef(oid), ', ' order by pg_get_constraintdef(oid))"
                + " from pg_constraint where contype in ('p', 'f') and conrelid ="
                + " 'contract'::regclass"));
    // The defaults: both tables' names, the inverse attribute, the attribute; unique for
    // one-to-one.
    assertEquals(
        "captain_id leads_id",
        text(
            "select string_agg(attname, ' ' order by attnum) from pg_attribute where attnum > 0 and"
                + " attrelid = 'player_team'::regclass"));
    assertEquals(
        "UNIQUE (leads_id)",
        text(
            "select pg_get_constraintdef(oid) from pg_constraint where contype = 'u' and conrelid"
                + " = 'player_team'::regclass"));
    assertEquals(
        "seat_number, seat_row",
        text(
            "select string_agg(attname, ', ' order by attname) from pg_attribute where attnum > 0"
                + " and attname <> 'player_id' and attrelid = 'player_seat'::regclass"));
  }

  @Test
  void the_schema_is_valid() throws Exception {
    unit.factory().getSchemaManager().validate();
  }

  @Test
  void a_reference_is_a_row_and_none_is_none() {
    fill();
    assertEquals("2 1", text("select count(*) || ' ' || min(team) from contract"));
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Player one = manager.find(Player.class, 1);
      assertEquals("team 1", one.team.name());
      assertSame(one.team, one.leads);
      assertNull(manager.find(Player.class, 3).team);
      assertSame(one, manager.find(Team.class, 1).captain);
      assertNull(manager.find(Team.class, 2).captain);
      assertEquals(2, one.team.players().size());
    }
  }

  @Test
  void a_reference_changes_goes_and_comes() {
    fill();
    unit.inTransaction(
        manager -> {
          manager.find(Player.class, 1).team = manager.find(Team.class, 2);
          manager.find(Player.class, 2).team = null;
          manager.find(Player.class, 3).team = manager.find(Team.class, 1);
        });
    assertEquals(
        "1:2, 3:1",
        text("select string_agg(player || ':' || team, ', ' order by player) from contract"));
    assertEquals("1 1 1", text("select string_agg(version::text, ' ') from player"));
  }

  @Test
  void a_one_to_one_passes_from_one_to_the_other_in_one_flush() {
    fill();
    unit.inTransaction(
        manager -> {
          manager.find(Player.class, 1).leads = null;
          manager.find(Player.class, 2).leads = manager.find(Team.class, 1);
        });
    assertEquals("2", text("select captain_id from player_team"));
    unit.inTransaction(
        manager -> {
          manager.remove(manager.find(Player.class, 2));
          Player four = new Player(4);
          four.leads = manager.find(Team.class, 1);
          manager.persist(four);
        });
    assertEquals("4", text("select captain_id from player_team"));
  }

  @Test
  void owner_and_target_are_removed_together_in_any_order() {
    fill();
    unit.inTransaction(
        manager -> {
          manager.remove(manager.find(Team.class, 1));
          manager.remove(manager.find(Player.class, 1));
          manager.remove(manager.find(Player.class, 2));
        });
    assertEquals(
        "0", text("select (select count(*) from contract) + (select count(*) from player_team)"));
    assertEquals("3", text("select id from player"));
  }

  @Test
  void who_changed_the_reference_later_loses() {
    fill();
    try (EntityManager slow = unit.factory().createEntityManager()) {
      slow.getTransaction().begin();
      slow.find(Player.class, 3).team = slow.find(Team.class, 2);
      unit.inTransaction(
          manager -> manager.find(Player.class, 3).team = manager.find(Team.class, 1));
      Throwable lost = assertThrows(Exception.class, () -> slow.getTransaction().commit());
      while (!(lost instanceof OptimisticLockException)) {
        lost = java.util.Objects.requireNonNull(lost.getCause());
      }
    }
    assertEquals("1", text("select team from contract where player = 3"));
  }

  @Test
  void many_references_are_written_together() {
    unit.inTransaction(
        manager -> {
          Team team = new Team(1);
          manager.persist(team);
          manager.persist(new Team(2));
          IntStream.range(0, 500)
              .forEach(
                  i -> {
                    Player player = new Player(i);
                    player.team = i % 2 == 0 ? team : null;
                    manager.persist(player);
                  });
        });
    assertEquals("250", text("select count(*) from contract"));
    List<String> statements =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> {
                      Team two = manager.find(Team.class, 2);
                      for (Player player :
                          manager.createQuery("from Player", Player.class).getResultList()) {
                        player.team = player.id % 3 == 0 ? null : two;
                      }
                    }));
    assertEquals(
        3,
        statements.stream()
            .filter(sql -> !sql.startsWith("select") && sql.contains(" contract "))
            .count(),
        statements::toString);
    assertEquals("333 2", text("select count(*) || ' ' || min(team) from contract"));
    assertEquals("0", text("select count(*) from contract where player % 3 = 0"));
  }

  @Test
  void a_ring_of_new_entities_is_written() {
    unit.inTransaction(
        manager -> {
          Seat one = new Seat("A", 1);
          Seat two = new Seat("A", 2);
          one.neighbour = two;
          two.neighbour = one;
          manager.persist(one);
          manager.persist(two);
        });
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Seat one = manager.find(Seat.class, new SeatId("A", 1));
      assertEquals(2, one.neighbour.id.number());
      assertSame(one, one.neighbour.neighbour);
    }
    unit.inTransaction(
        manager ->
            manager.createQuery("from Seat", Seat.class).getResultList().forEach(manager::remove));
    assertEquals("0", text("select count(*) from seat_seat"));
  }

  @Test
  void subclasses_and_composite_ids_have_them_too() {
    unit.inTransaction(
        manager -> {
          Keeper keeper = new Keeper(10);
          keeper.understudy = new Keeper(11);
          keeper.seat = new Seat("B", 4);
          manager.persist(keeper.seat);
          manager.persist(keeper);
        });
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Keeper keeper = (Keeper) manager.find(Player.class, 10);
      assertEquals(11, keeper.understudy.id);
      assertEquals(new SeatId("B", 4), keeper.seat.id);
      assertEquals(
          11,
          manager
              .createQuery(
                  "select k.understudy.id from Keeper k where k.seat.id.row = 'B'", int.class)
              .getSingleResult());
    }
  }

  @Test
  void refresh_and_merge_follow_the_row() {
    fill();
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Player one = manager.find(Player.class, 1);
      unit.sql("update contract set team = 2 where player = 1");
      manager.refresh(one);
      assertEquals("team 2", one.team.name());
      unit.sql("delete from contract");
      manager.refresh(one);
      assertNull(one.team);
    }
    Player detached = unit.query(manager -> manager.find(Player.class, 3));
    detached.team = unit.query(manager -> manager.find(Team.class, 2));
    unit.inTransaction(manager -> manager.merge(detached));
    assertEquals("2", text("select team from contract where player = 3"));
  }

  @Test
  void queries_join_by_the_table() {
    fill();
    try (EntityManager manager = unit.factory().createEntityManager()) {
      assertEquals(
          List.of(1, 2),
          manager
              .createQuery(
                  "select p.id from Player p where p.team.name = 'team 1' order by p.id",
                  Integer.class)
              .getResultList());
      assertEquals(
          List.of(3),
          manager
              .createQuery("select p.id from Player p where p.team is null", Integer.class)
              .getResultList());
      assertEquals(
          2L,
          manager
              .createQuery("select count(p) from Team t join t.players p", Long.class)
              .getSingleResult());
      Player fetched =
          manager
              .createQuery("from Player p join fetch p.team where p.leads.id = 1", Player.class)
              .getSingleResult();
      assertEquals("team 1", fetched.team.name);
      Team team =
          manager
              .createQuery("from Team t left join fetch t.captain where t.id = 1", Team.class)
              .getSingleResult();
      assertEquals(1, team.captain.id);
    }
  }

  @Test
  void bulk_statements_write_the_rows() {
    fill();
    int changed =
        unit.query(
            manager ->
                manager
                    .createQuery("update Player p set p.team = :team where p.id > 1")
                    .setParameter("team", manager.find(Team.class, 2))
                    .executeUpdate());
    assertEquals(2, changed);
    assertEquals(
        "1:1, 2:2, 3:2",
        text("select string_agg(player || ':' || team, ', ' order by player) from contract"));
    int cleared =
        unit.query(
            manager -> manager.createQuery("update Player p set p.team = null").executeUpdate());
    assertEquals(3, cleared);
    assertEquals("0", text("select count(*) from contract"));
    int deleted =
        unit.query(manager -> manager.createQuery("delete from Player p").executeUpdate());
    assertEquals(3, deleted);
    assertTrue(text("select count(*) from player_team").equals("0"));
  }
}
