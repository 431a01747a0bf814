package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.Cacheable;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Table;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a transaction of this node writes of collections, looked at while the change stream stands
/// still: what it has written is seen by all, and what it has not is still served from memory.
@NullUnmarked // entities before they are filled
@Timeout(180)
class WrittenCollectionTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;

  @Entity(name = "Club")
  @Cacheable
  @Table(name = "club")
  static class Club {
    @Id int id;

    @ManyToMany
    @JoinTable(name = "club_member")
    Set<Member> members = new HashSet<>();

    @ManyToMany
    @JoinTable(name = "club_queue")
    @OrderColumn(name = "place")
    List<Member> queue = new ArrayList<>();

    @ElementCollection
    @CollectionTable(name = "club_rule")
    @Column(name = "rule", nullable = false)
    Set<String> rules = new HashSet<>();

    @OneToMany
    @JoinColumn(name = "club_id")
    Set<Prize> prizes = new HashSet<>();
  }

  @Entity(name = "Member")
  @Cacheable
  @Table(name = "member")
  static class Member {
    @Id int id;

    @ManyToMany(mappedBy = "members")
    Set<Club> clubs = new HashSet<>();
  }

  @Entity(name = "Prize")
  @Cacheable
  @Table(name = "prize")
  static class Prize {
    @Id int id;
    int sum;
  }

  /// A collection of an owner, by its ids or values.
  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private enum Kind {
    MEMBERS((manager, id) -> ids(manager.find(Club.class, id).members.stream().map(one -> one.id))),
    QUEUE((manager, id) -> manager.find(Club.class, id).queue.stream().map(one -> one.id).toList()),
    RULES((manager, id) -> manager.find(Club.class, id).rules.stream().sorted().toList()),
    PRIZES((manager, id) -> ids(manager.find(Club.class, id).prizes.stream().map(one -> one.id))),
    CLUBS((manager, id) -> ids(manager.find(Member.class, id).clubs.stream().map(one -> one.id)));

    private final Reader reader;

    Kind(Reader reader) {
      this.reader = reader;
    }

    private static List<Integer> ids(Stream<Integer> ids) {
      return ids.sorted().toList();
    }

    List<?> of(TestUnit unit, int id) {
      return read(unit, manager -> reader.of(manager, id));
    }

    /// By a unit of work that asks nobody else.
    List<?> inDatabase(TestUnit unit, int id) {
      return read(
          unit,
          manager -> {
            manager.setCacheRetrieveMode(CacheRetrieveMode.BYPASS);
            manager.setCacheStoreMode(CacheStoreMode.BYPASS);
            return reader.of(manager, id);
          });
    }
  }

  private interface Reader {
    List<?> of(EntityManager manager, int id);
  }

  /// What a transaction does to clubs 1 and 2 and members 1 and 2.
  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private enum Change {
    LINK(manager -> club(manager, 1).members.add(member(manager, 2))),
    UNLINK(manager -> club(manager, 1).members.remove(member(manager, 1))),
    MOVE(
        manager -> {
          club(manager, 1).members.remove(member(manager, 2));
          club(manager, 2).members.add(member(manager, 2));
        }),
    RULE(manager -> club(manager, 1).rules.add("new")),
    NO_RULES(manager -> club(manager, 2).rules.clear()),
    QUEUE(manager -> club(manager, 1).queue.add(0, member(manager, 1))),
    PRIZE(
        manager -> {
          Prize prize = manager.find(Prize.class, 1);
          club(manager, 1).prizes.remove(prize);
          club(manager, 2).prizes.add(prize);
        }),
    REPLACE(manager -> club(manager, 2).members = new HashSet<>(Set.of(member(manager, 1)))),
    REMOVE(
        manager -> {
          Club club = club(manager, 2);
          club.prizes.clear();
          manager.remove(club);
        });

    private final Consumer<EntityManager> work;

    Change(Consumer<EntityManager> work) {
      this.work = work;
    }
  }

  private static Club club(EntityManager manager, int id) {
    return manager.find(Club.class, id);
  }

  private static Member member(EntityManager manager, int id) {
    return manager.find(Member.class, id);
  }

  private static TestUnit open() {
    TestUnit unit =
        TestUnit.with(Map.of("tiercel.cache", "on"), Club.class, Member.class, Prize.class);
    unit.sql(
        "insert into club select i from generate_series(1, 9) i",
        "insert into member select i from generate_series(1, 9) i",
        "insert into club_member (clubs_id, members_id) select i, i from generate_series(1, 9) i",
        "insert into club_queue (club_id, queue_id, place) select i, i, 0 from generate_series(1,"
            + " 9) i",
        "insert into club_rule (club_id, rule) select i, 'r' || i from generate_series(1, 9) i",
        "insert into prize (id, sum, club_id) select i, i, i from generate_series(1, 9) i");
    return unit;
  }

  private static <T> T read(TestUnit unit, Function<EntityManager, T> work) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      return work.apply(manager);
    }
  }

  private static void write(TestUnit unit, Consumer<EntityManager> work) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      work.accept(manager);
      manager.getTransaction().commit();
    }
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      // Reading without a pause would take the cores from the server that is waited for.
      LockSupport.parkNanos(200_000);
    }
  }

  private static boolean isServed(TestUnit unit, Kind kind, int id) {
    return unit.allStatements(() -> kind.of(unit, id)).isEmpty();
  }

  private static void warm(TestUnit unit) {
    for (Kind kind : Kind.values()) {
      for (int id : new int[] {1, 2, 7}) {
        if (kind == Kind.CLUBS || id != 2 || exists(unit)) {
          await(kind + " of " + id + " from memory", () -> isServed(unit, kind, id));
        }
      }
    }
  }

  private static boolean exists(TestUnit unit) {
    return read(unit, manager -> manager.find(Club.class, 2) != null);
  }

  /// The server's process that sends the changes of this database.
  private static String walsender(TestUnit unit) throws SQLException {
    String url = unit.factory().getProperties().get(UnitProperties.URL).toString();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select active_pid from pg_replication_slots where active and database ="
                    + " current_database()")) {
      assertTrue(rows.next(), "nobody sends changes");
      return rows.getString(1);
    }
  }

  private static void signal(String name, String pid) throws IOException, InterruptedException {
    assertEquals(0, new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor());
  }

  @Test
  void what_is_written_is_seen_and_what_is_not_is_served_while_the_stream_stands_still()
      throws SQLException, IOException, InterruptedException {
    try (TestUnit unit = open()) {
      for (Change change : Change.values()) {
        warm(unit);
        String walsender = walsender(unit);
        signal("STOP", walsender);
        try {
          write(unit, change.work);
          for (Kind kind : Kind.values()) {
            for (int id : new int[] {1, 2}) {
              if (kind == Kind.CLUBS || id != 2 || change != Change.REMOVE) {
                assertEquals(
                    kind.inDatabase(unit, id), kind.of(unit, id), change + ": " + kind + " " + id);
              }
            }
            boolean isNarrow =
                switch (change) {
                  // Which rows of a list with positions are written is not told, nor whose
                  // elements they were that are removed with an owner.
                  case QUEUE -> kind != Kind.QUEUE;
                  case REMOVE -> kind != Kind.CLUBS && kind != Kind.PRIZES;
                  // The rows of prizes, as entities, do not tell whose they are.
                  case PRIZE -> kind != Kind.PRIZES;
                  default -> true;
                };
            if (isNarrow) {
              assertTrue(isServed(unit, kind, 7), change + " ends the " + kind + " of others");
            }
          }
        } finally {
          signal("CONT", walsender);
        }
        for (Kind kind : Kind.values()) {
          if (kind == Kind.CLUBS || change != Change.REMOVE) {
            assertEquals(kind.inDatabase(unit, 2), kind.of(unit, 2), change + ": " + kind);
          }
        }
      }
    }
  }

  @Test
  void a_stored_result_that_joins_a_table_of_a_collection_ends_with_its_commit()
      throws SQLException, IOException, InterruptedException {
    try (TestUnit unit = open()) {
      Function<EntityManager, List<Integer>> ofPrize =
          manager ->
              manager
                  .createQuery(
                      "select p.id from Club c join c.prizes p where c.id = 2 order by p.id",
                      Integer.class)
                  .setHint("tiercel.query.cache", true)
                  .getResultList();
      await("results", () -> unit.allStatements(() -> read(unit, ofPrize)).isEmpty());
      String walsender = walsender(unit);
      signal("STOP", walsender);
      try {
        write(
            unit,
            manager -> {
              Change.PRIZE.work.accept(manager);
            });
        assertEquals(List.of(1, 2), read(unit, ofPrize));
      } finally {
        signal("CONT", walsender);
      }
    }
  }
}
