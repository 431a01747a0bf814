package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.MapKeyColumn;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Elements and keys of collections that their columns keep with fewer digits than they were
/// written with: a row written in a transaction goes when its element goes in the same one
/// (Jakarta Persistence 3.2, sections 2.7 and 2.8).
@NullUnmarked // a null where none is expected fails the test by itself
class RoundedCollectionTest {
  private static final LocalDateTime FINE = LocalDateTime.of(2024, 5, 1, 12, 0, 0, 123_456_789);

  @Entity(name = "Probe")
  static class Probe {
    @Id int id;

    @ElementCollection Set<Double> weights = new HashSet<>();
    @ElementCollection Set<LocalDateTime> times = new HashSet<>();

    @ElementCollection
    @MapKeyColumn(name = "at", precision = 8, scale = 2)
    Map<BigDecimal, String> labels = new HashMap<>();

    @ManyToMany
    @JoinTable(name = "probe_at")
    @MapKeyColumn(name = "at", precision = 8, scale = 2)
    Map<BigDecimal, Sample> samples = new HashMap<>();

    @ManyToMany
    @JoinTable(name = "probe_since")
    @MapKeyColumn(name = "since")
    Map<LocalDateTime, Sample> since = new HashMap<>();
  }

  @Entity(name = "Sample")
  static class Sample {
    @Id int id;
  }

  private static TestUnit unit;

  @BeforeAll
  static void open() {
    unit = TestUnit.of(Probe.class, Sample.class);
    unit.sql(
        "alter table probe_weights alter column weights type numeric(8, 1)",
        "alter table probe_times alter column times type timestamp(3)",
        "alter table probe_since alter column since type timestamp(0)");
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  @BeforeEach
  void fill() {
    unit.factory().getSchemaManager().truncate();
    unit.inTransaction(
        manager -> {
          for (int id = 1; id <= 3; id++) {
            Sample sample = new Sample();
            sample.id = id;
            manager.persist(sample);
          }
        });
  }

  /// A new probe, written, and changed in the same transaction, as what is left of it.
  private static void writtenAndChanged(Consumer<Probe> content, Consumer<Probe> change) {
    unit.inTransaction(
        manager -> {
          Probe probe = new Probe();
          probe.id = 1;
          content.accept(probe);
          manager.persist(probe);
          manager.flush();
          change.accept(probe);
        });
  }

  private static Sample sample(int id) {
    return unit.query(manager -> manager.find(Sample.class, id));
  }

  private static String rows(String table) {
    return String.valueOf(unit.value("select string_agg(t::text, ' ') from %s t".formatted(table)));
  }

  @Test
  void numbers_in_a_smaller_column_are_replaced() {
    writtenAndChanged(
        probe -> probe.weights.add(0.25),
        probe -> {
          probe.weights.clear();
          probe.weights.add(0.5);
        });
    assertEquals("(1,0.5)", rows("probe_weights"));
  }

  @Test
  void times_finer_than_their_column_are_removed() {
    writtenAndChanged(probe -> probe.times.add(FINE), probe -> probe.times.clear());
    assertEquals("null", rows("probe_times"));
  }

  @Test
  void keys_of_values_are_replaced() {
    writtenAndChanged(
        probe -> {
          probe.labels.put(new BigDecimal("1.234"), "old");
          probe.labels.put(new BigDecimal("2.345"), "stays");
        },
        probe -> probe.labels.remove(new BigDecimal("1.234")));
    assertEquals(1L, unit.value("select count(*) from probe_labels"));
    assertEquals("stays", unit.value("select labels from probe_labels"));
  }

  @Test
  void keys_of_an_association_are_replaced() {
    Sample one = sample(1);
    Sample two = sample(2);
    writtenAndChanged(
        probe -> {
          probe.samples.put(new BigDecimal("1.234"), one);
          probe.samples.put(new BigDecimal("7"), two);
        },
        probe -> probe.samples.put(new BigDecimal("1.234"), two));
    assertEquals(2L, unit.value("select count(*) from probe_at"));
    assertEquals(2, unit.value("select samples_id from probe_at where at = 1.23"));
  }

  @Test
  void times_as_keys_of_an_association_are_removed() {
    Sample one = sample(1);
    writtenAndChanged(probe -> probe.since.put(FINE, one), probe -> probe.since.remove(FINE));
    assertEquals("null", rows("probe_since"));
  }

  @Test
  void what_was_read_is_found_by_its_value() {
    Sample one = sample(1);
    writtenAndChanged(
        probe -> {
          probe.samples.put(new BigDecimal("1.234"), one);
          probe.samples.put(new BigDecimal("7"), one);
          probe.times.add(FINE);
          probe.times.add(FINE.plusDays(1));
        },
        probe -> {});
    unit.inTransaction(
        manager -> {
          Probe probe = manager.find(Probe.class, 1);
          assertEquals(2, probe.samples.size());
          assertEquals(2, probe.times.size());
          probe.samples.remove(new BigDecimal("1.23"));
          probe.times.removeIf(time -> time.getDayOfMonth() == 1);
        });
    assertEquals("7.00", String.valueOf(unit.value("select at from probe_at")));
    assertEquals(1L, unit.value("select count(*) from probe_times"));
  }
}
