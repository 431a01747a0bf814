package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Insert statements whose rows go to several tables, or whose ids come in blocks.
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@NullUnmarked // a null where none is expected fails the test by itself
class InsertIntoTablesTest {

  @Entity(name = "Machine")
  @Inheritance(strategy = InheritanceType.JOINED)
  @DiscriminatorColumn
  static class Machine {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "machine")
    @SequenceGenerator(name = "machine", sequenceName = "machine_seq", allocationSize = 10)
    Long id;

    @Version int version;
    String name;
  }

  @Entity(name = "Mower")
  static class Mower extends Machine {
    BigDecimal width;
    LocalDate bought;
    @ManyToOne Machine spare;
  }

  @Embeddable
  static class Label {
    @Column(table = "crate_label")
    String text;

    @Column(table = "crate_label")
    Integer size;
  }

  @Entity(name = "Crate")
  @SecondaryTable(name = "crate_label", pkJoinColumns = @PrimaryKeyJoinColumn(name = "crate"))
  static class Crate {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    int id;

    String wood;
    @Embedded Label label;

    @ManyToOne
    @JoinTable(name = "crate_machine")
    Machine machine;
  }

  @Entity(name = "Document")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Document {
    @Id
    @GeneratedValue(strategy = GenerationType.UUID)
    UUID id;
  }

  @Entity(name = "Letter")
  static class Letter extends Document {
    String text;
  }

  @Embeddable
  record Place(int row, int bed) {}

  @Entity(name = "Spot")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Spot {
    @EmbeddedId Place place;
    String name;
  }

  @Entity(name = "WetSpot")
  static class WetSpot extends Spot {
    int depth;
  }

  @Entity(name = "Tag")
  static class Tag {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    Integer id;

    @Column(unique = true)
    String name;

    @Column(columnDefinition = "integer not null default 0")
    int uses;
  }

  @Entity(name = "Manual")
  @SecondaryTable(name = "manual_text")
  static class Manual {
    @Id Long id;

    @MapsId @OneToOne Machine machine;

    @Column(table = "manual_text")
    String text;
  }

  @Parameter TestServer server;
  private TestUnit unit;

  @BeforeEach
  void open() {
    unit =
        TestUnit.on(
            server,
            Machine.class,
            Mower.class,
            Crate.class,
            Document.class,
            Letter.class,
            Spot.class,
            WetSpot.class,
            Tag.class,
            Manual.class);
  }

  @AfterEach
  void close() {
    unit.close();
  }

  private int insert(String jpql, Object... arguments) {
    return unit.query(
        manager -> {
          var query = manager.createQuery(jpql);
          for (int i = 0; i < arguments.length; i++) {
            query.setParameter(i + 1, arguments[i]);
          }
          return query.executeUpdate();
        });
  }

  private List<String> rows(String jpql) {
    return unit.query(
        manager ->
            manager.createQuery(jpql, Object[].class).getResultList().stream()
                .map(
                    row -> Arrays.stream(row).map(String::valueOf).collect(Collectors.joining(" ")))
                .toList());
  }

  private List<Long> ids() {
    return unit.query(
        manager ->
            manager
                .createQuery("select m.id from Machine m order by m.id", Long.class)
                .getResultList());
  }

  @Test
  void a_row_of_a_joined_class_stands_in_all_its_tables() {
    var bought = LocalDate.of(2026, 5, 1);
    assertEquals(
        2,
        insert(
            "insert into Mower (name, width, bought) values (?1, ?2, ?3), ('B', null, null)",
            "A",
            new BigDecimal("1.50"),
            bought));
    unit.inTransaction(
        manager -> {
          var found =
              manager.createQuery("from Machine order by name", Machine.class).getResultList();
          var first = (Mower) found.getFirst();
          assertEquals("A", first.name);
          assertEquals(new BigDecimal("1.50"), first.width);
          assertEquals(bought, first.bought);
          assertEquals(0, first.version);
          assertNull(((Mower) found.getLast()).width);
        });
    assertEquals(
        2,
        insert(
            "insert into Mower (name, spare) select m.name || ?1, m from Mower m order by m.name",
            "'"));
    assertEquals(
        List.of("A' A", "B' B"), rows("select m.name, m.spare.name from Mower m order by m.name"));
  }

  @Test
  void an_id_may_be_named() {
    assertEquals(1, insert("insert into Mower (id, name) values (1000, 'M')"));
    assertEquals(List.of(1000L), ids());
    assertEquals(
        1, insert("insert into WetSpot (place, name, depth) values (?1, 'S', 3)", new Place(1, 2)));
    assertEquals(
        1,
        insert(
            "insert into WetSpot (place.row, place.bed, depth) select s.place.row + 1,"
                + " s.place.bed, s.depth from WetSpot s"));
    assertEquals(
        List.of("1 2 S 3", "2 2 null 3"),
        rows("select s.place.row, s.place.bed, s.name, s.depth from WetSpot s order by s.name"));
  }

  @Test
  void a_row_of_an_optional_table_is_there_if_it_has_a_value() {
    insert("insert into Machine (name) values ('M')");
    Machine machine =
        unit.query(manager -> manager.createQuery("from Machine", Machine.class).getSingleResult());
    assertEquals(
        3,
        insert(
            "insert into Crate (wood, label.text, machine) values ('oak', 'L', ?1),"
                + " ('elm', null, null), ('fir', null, ?1)",
            machine));
    assertEquals(1L, unit.value("select count(*) from crate_label"));
    assertEquals(2L, unit.value("select count(*) from crate_machine"));
    assertEquals(
        List.of("elm null null", "fir null M", "oak L M"),
        rows(
            "select c.wood, c.label.text, m.name from Crate c left join c.machine m order by"
                + " c.wood"));
    assertEquals(1, insert("insert into Crate (wood) values ('ash')"));
    assertEquals(1L, unit.value("select count(*) from crate_label"));
    // What persist takes afterwards is not what was taken here.
    unit.inTransaction(manager -> manager.persist(new Crate()));
    assertEquals(5L, unit.value("select count(*) from crate"));
  }

  @Test
  void other_generated_ids_are_the_same_in_all_tables() {
    assertEquals(2, insert("insert into Letter (text) values ('a'), ('b')"));
    assertEquals(
        List.of("a", "b"),
        unit.query(
            manager ->
                manager
                    .createQuery("from Letter order by text", Letter.class)
                    .getResultList()
                    .stream()
                    .map(letter -> letter.text)
                    .toList()));
  }

  @Test
  void a_derived_id_is_that_of_its_association() {
    insert("insert into Machine (name) values ('M')");
    assertEquals(1, insert("insert into Manual (machine, text) select m, m.name from Machine m"));
    assertEquals(
        List.of("M M"),
        rows("select m.machine.name, m.text from Manual m where m.id = m.machine.id"));
  }

  @Test
  void a_block_of_ids_serves_many_rows() {
    insert("insert into Machine (name) values ('first')");
    assertEquals(List.of(1L), ids());
    String rows =
        IntStream.range(0, 25).mapToObj(i -> "('m" + i + "')").collect(Collectors.joining(", "));
    assertEquals(25, insert("insert into Machine (name) values " + rows));
    assertEquals(LongStream.rangeClosed(1, 26).boxed().toList(), ids());
    assertEquals(31L, unit.value("select last_value from machine_seq"));
    assertEquals(26, insert("insert into Mower (name) select m.name from Machine m order by m.id"));
    assertEquals(61L, unit.value("select last_value from machine_seq"));
    assertEquals(
        List.of("first", "m0"),
        unit.query(
            manager ->
                manager
                    .createQuery("select m.name from Mower m order by m.id limit 2", String.class)
                    .getResultList()));
  }

  @Test
  void the_first_block_of_a_sequence_is_short() {
    assertEquals(11, insert("insert into Machine (name) values " + "('m'), ".repeat(10) + "('m')"));
    assertEquals(LongStream.rangeClosed(1, 11).boxed().toList(), ids());
    assertEquals(11L, unit.value("select last_value from machine_seq"));
    assertEquals(0, insert("insert into Machine (name) select c.wood from Crate c"));
    assertEquals(11L, unit.value("select last_value from machine_seq"));
  }

  @Test
  void the_increment_is_that_of_the_sequence() {
    unit.sql("alter sequence machine_seq increment by 3");
    insert("insert into Machine (name) values " + "('m'), ".repeat(7) + "('m')");
    assertEquals(LongStream.rangeClosed(1, 8).boxed().toList(), ids());
    assertEquals(10L, unit.value("select last_value from machine_seq"));
  }

  @Test
  void no_id_is_taken_twice_beside_other_entity_managers() throws Exception {
    Callable<Void> persists =
        () -> {
          for (int i = 0; i < 20; i++) {
            unit.inTransaction(
                manager -> {
                  for (int j = 0; j < 7; j++) {
                    manager.persist(new Mower());
                  }
                });
          }
          return null;
        };
    Callable<Void> inserts =
        () -> {
          for (int i = 0; i < 20; i++) {
            assertEquals(
                13, insert("insert into Mower (name) values " + "('m'), ".repeat(12) + "('m')"));
          }
          return null;
        };
    List<Callable<Void>> work = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      work.add(persists);
      work.add(inserts);
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var done : threads.invokeAll(work)) {
        done.get();
      }
    }
    List<Long> ids = ids();
    assertEquals(3 * 20 * (7 + 13), ids.size());
    Set<Long> distinct = new HashSet<>(ids);
    assertEquals(ids.size(), distinct.size());
  }

  @Test
  void rows_that_conflict_are_left_or_updated() {
    assertEquals(2, insert("insert into Tag (name) values ('a'), ('b')"));
    assertEquals(
        1, insert("insert into Tag (name) values ('b'), ('c') on conflict (name) do nothing"));
    assertEquals(
        2,
        insert(
            "insert into Tag t (name, uses) select u.name, ?1 from Tag u where u.name <> 'a'"
                + " on conflict (name) do update set uses = t.uses + excluded.uses",
            5));
    assertEquals(
        List.of("a 0", "b 5", "c 5"), rows("select t.name, t.uses from Tag t order by t.name"));
  }
}
