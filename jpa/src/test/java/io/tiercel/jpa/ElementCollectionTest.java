package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.error.LazyLoadingException;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.ForeignKey;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.Lob;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PessimisticLockScope;
import jakarta.persistence.Version;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Collections of values: Jakarta Persistence 3.2, sections 2.7, 11.1.8 and 11.1.14.
@NullUnmarked // a null where none is expected fails the test by itself
class ElementCollectionTest {
  private static TestUnit unit;

  enum Color {
    RED,
    GREEN,
    BLUE
  }

  record Celsius(double degrees) {}

  @Converter(autoApply = true)
  static class CelsiusConverter implements AttributeConverter<Celsius, Double> {
    @Override
    public Double convertToDatabaseColumn(Celsius value) {
      return value.degrees();
    }

    @Override
    public Celsius convertToEntityAttribute(Double column) {
      return new Celsius(column);
    }
  }

  @Converter
  static class YesNoConverter implements AttributeConverter<Boolean, String> {
    @Override
    public String convertToDatabaseColumn(Boolean value) {
      return value ? "yes" : "no";
    }

    @Override
    public Boolean convertToEntityAttribute(String column) {
      return column.equals("yes");
    }
  }

  @Embeddable
  static class Zip {
    String code;
    Integer extension;

    @Override
    public boolean equals(Object other) {
      return other instanceof Zip zip
          && Objects.equals(code, zip.code)
          && Objects.equals(extension, zip.extension);
    }

    @Override
    public int hashCode() {
      return Objects.hash(code, extension);
    }
  }

  @Embeddable
  static class Address {
    String city;
    @Embedded Zip zip;

    protected Address() {}

    Address(String city, String code, Integer extension) {
      this.city = city;
      if (code != null) {
        zip = new Zip();
        zip.code = code;
        zip.extension = extension;
      }
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Address address
          && Objects.equals(city, address.city)
          && Objects.equals(zip, address.zip);
    }

    @Override
    public int hashCode() {
      return Objects.hash(city, zip);
    }
  }

  @Embeddable
  record Reading(int day, BigDecimal amount) {}

  @Entity(name = "Person")
  static class Person {
    @Id int id;
    @Version int version;

    @ElementCollection Set<String> nicknames = new HashSet<>();

    @ElementCollection
    @CollectionTable(
        name = "favourite",
        joinColumns = @JoinColumn(name = "person"),
        foreignKey = @ForeignKey(name = "favourite_of_person"),
        indexes = @Index(name = "by_color", columnList = "color"))
    @Column(name = "color", length = 10)
    @Enumerated(EnumType.STRING)
    List<Color> colors = new ArrayList<>();

    @ElementCollection
    @AttributeOverride(name = "city", column = @Column(name = "town"))
    @AttributeOverride(name = "zip.code", column = @Column(name = "postcode", length = 12))
    Set<Address> addresses = new LinkedHashSet<>();

    @ElementCollection(fetch = FetchType.EAGER)
    Collection<Integer> scores = new ArrayList<>();

    @ElementCollection List<Reading> readings = new ArrayList<>();
    @ElementCollection List<Celsius> temperatures = new ArrayList<>();

    @ElementCollection
    @Convert(converter = YesNoConverter.class)
    List<Boolean> answers = new ArrayList<>();

    @SuppressWarnings("deprecation")
    @ElementCollection
    @jakarta.persistence.Temporal(jakarta.persistence.TemporalType.DATE)
    List<Date> holidays = new ArrayList<>();

    @ElementCollection @Lob List<String> essays = new ArrayList<>();
    @ElementCollection List<byte[]> keys = new ArrayList<>();

    @SuppressWarnings("rawtypes")
    @ElementCollection(targetClass = String.class)
    Collection raw = new ArrayList<>();

    protected Person() {}

    Person(int id) {
      this.id = id;
    }
  }

  @BeforeAll
  static void open() {
    unit =
        TestUnit.of(Person.class, Address.class, Zip.class, Reading.class, CelsiusConverter.class);
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
          Person ada = new Person(1);
          ada.nicknames.addAll(List.of("countess", "lace"));
          ada.colors.addAll(List.of(Color.RED, Color.RED, Color.BLUE));
          ada.addresses.add(new Address("London", "SW1", 7));
          ada.addresses.add(new Address("Ockham", null, null));
          ada.scores.addAll(List.of(3, 5));
          manager.persist(ada);
          manager.persist(new Person(2));
        });
  }

  private static void change(Consumer<Person> work) {
    unit.inTransaction(manager -> work.accept(manager.find(Person.class, 1)));
  }

  private static <T> T get(Function<Person, T> work) {
    return unit.query(manager -> work.apply(manager.find(Person.class, 1)));
  }

  private static Object read(Function<Person, Object> work) {
    return get(work);
  }

  @Test
  void values_come_back_as_they_were_stored() {
    assertEquals(Set.of("countess", "lace"), read(ada -> Set.copyOf(ada.nicknames)));
    assertEquals(
        List.of(Color.BLUE, Color.RED, Color.RED),
        read(ada -> ada.colors.stream().sorted((a, b) -> b.compareTo(a)).toList()));
    assertEquals(
        Set.of(new Address("London", "SW1", 7), new Address("Ockham", null, null)),
        read(ada -> Set.copyOf(ada.addresses)));
    assertEquals(List.of(3, 5), read(ada -> ada.scores.stream().sorted().toList()));
    assertEquals("BLUE", unit.value("select min(color) from favourite"));
    assertEquals("SW1", unit.value("select postcode from person_addresses where town = 'London'"));
  }

  @Test
  void all_kinds_of_basic_values_can_be_elements() {
    Date day = java.sql.Date.valueOf("2024-02-29");
    change(
        ada -> {
          ada.temperatures.add(new Celsius(21.5));
          ada.answers.addAll(List.of(true, false));
          ada.holidays.add(day);
          ada.essays.add("x".repeat(10_000));
          ada.keys.add(new byte[] {1, 2, 3});
          ada.readings.add(new Reading(1, new BigDecimal("1.50")));
        });
    assertEquals(List.of(new Celsius(21.5)), read(ada -> List.copyOf(ada.temperatures)));
    assertEquals(Set.of(true, false), read(ada -> Set.copyOf(ada.answers)));
    assertEquals(day, read(ada -> ada.holidays.get(0)));
    assertEquals(10_000, read(ada -> ada.essays.get(0).length()));
    assertEquals(true, read(ada -> Arrays.equals(new byte[] {1, 2, 3}, ada.keys.get(0))));
    assertEquals(1, read(ada -> ada.readings.get(0).day()));
    assertEquals("no", unit.value("select min(answers) from person_answers"));
    change(
        ada -> {
          ada.temperatures.clear();
          ada.essays.set(0, "y");
          ada.keys.get(0)[0] = 9;
          ada.readings.set(0, new Reading(1, new BigDecimal("1.75")));
        });
    assertEquals(List.of(), read(ada -> List.copyOf(ada.temperatures)));
    assertEquals(List.of("y"), read(ada -> List.copyOf(ada.essays)));
    assertEquals(9, read(ada -> (int) ada.keys.get(0)[0]));
    assertEquals(
        List.of(new BigDecimal("1.75")),
        read(ada -> ada.readings.stream().map(Reading::amount).toList()));
  }

  @Test
  @SuppressWarnings("unchecked")
  void a_raw_collection_says_its_elements_by_target_class() {
    change(ada -> ada.raw.add("a"));
    assertEquals("a", read(ada -> ada.raw.iterator().next()));
  }

  @Test
  void changed_elements_alone_are_written() {
    List<String> sent =
        unit.statements(
            () ->
                change(
                    ada -> {
                      ada.nicknames.remove("lace");
                      ada.nicknames.add("enchantress");
                    }));
    assertEquals(1, sent.stream().filter(sql -> sql.contains("delete from person_nick")).count());
    assertEquals(1, sent.stream().filter(sql -> sql.contains("insert into person_nick")).count());
    assertEquals(Set.of("countess", "enchantress"), read(ada -> Set.copyOf(ada.nicknames)));
  }

  @Test
  void a_double_in_a_bag_is_a_row_of_its_own() {
    change(ada -> ada.colors.remove(Color.RED));
    assertEquals(Set.of(Color.RED, Color.BLUE), read(ada -> new HashSet<>(ada.colors)));
    assertEquals(2, read(ada -> ada.colors.size()));
    change(ada -> ada.colors.addAll(List.of(Color.RED, Color.RED)));
    assertEquals(3L, unit.value("select count(*) from favourite where color = 'RED'"));
  }

  @Test
  void an_embeddable_that_is_changed_in_place_is_written() {
    change(
        ada -> {
          for (Address address : ada.addresses) {
            if (address.zip == null) {
              address.city = "Porlock";
            }
          }
        });
    assertEquals(1L, unit.value("select count(*) from person_addresses where town = 'Porlock'"));
    assertEquals(2L, unit.value("select count(*) from person_addresses"));
  }

  @Test
  void a_change_counts_the_version_up_and_reading_does_not() {
    int before = get(ada -> ada.version);
    change(ada -> assertEquals(2, ada.nicknames.size()));
    change(ada -> ada.colors.add(0, ada.colors.removeLast()));
    assertEquals(before, read(ada -> ada.version));
    change(ada -> ada.nicknames.add("x"));
    assertEquals(before + 1, read(ada -> ada.version));
  }

  @Test
  void null_elements_of_a_list_are_rows_with_null() {
    change(ada -> ada.colors.add(null));
    assertEquals(1L, unit.value("select count(*) from favourite where color is null"));
    assertEquals(4, read(ada -> ada.colors.size()));
    change(ada -> ada.colors.remove(null));
    assertEquals(3L, unit.value("select count(*) from favourite"));
  }

  @Test
  void a_new_collection_replaces_the_rows_of_the_one_before() {
    change(ada -> ada.nicknames = new HashSet<>(List.of("lace", "new")));
    assertEquals(Set.of("lace", "new"), read(ada -> Set.copyOf(ada.nicknames)));
    change(ada -> ada.nicknames = null);
    assertEquals(0L, unit.value("select count(*) from person_nicknames"));
    assertEquals(true, read(ada -> ada.nicknames.isEmpty()));
  }

  @Test
  void the_rows_go_with_their_owner() {
    unit.inTransaction(manager -> manager.remove(manager.find(Person.class, 1)));
    assertEquals(0L, unit.value("select count(*) from person_nicknames"));
    assertEquals(0L, unit.value("select count(*) from favourite"));
    assertEquals(0L, unit.value("select count(*) from person where id = 1"));
  }

  @Test
  void refresh_reads_the_elements_again() {
    unit.inTransaction(
        manager -> {
          Person ada = manager.find(Person.class, 1);
          ada.nicknames.add("unwanted");
          manager.refresh(ada);
          assertEquals(Set.of("countess", "lace"), ada.nicknames);
        });
    assertEquals(2L, unit.value("select count(*) from person_nicknames"));
  }

  @Test
  void merge_copies_what_was_loaded() {
    Person detached =
        get(
            ada -> {
              assertEquals(2, ada.addresses.size());
              return ada;
            });
    Address added = new Address("Bath", "BA1", null);
    detached.addresses.add(added);
    unit.inTransaction(
        manager -> {
          Person ada = manager.merge(detached);
          assertEquals(3, ada.addresses.size());
          Address copy = ada.addresses.stream().filter(added::equals).findFirst().orElseThrow();
          assertNotSame(added, copy);
        });
    assertEquals(3, read(ada -> ada.addresses.size()));
    assertEquals(2, read(ada -> ada.nicknames.size()));
    int version = get(ada -> ada.version);
    Person same = get(ada -> touched(ada));
    unit.inTransaction(manager -> manager.merge(same));
    assertEquals(version, read(ada -> ada.version));
  }

  private static Person touched(Person person) {
    assertFalse(person.nicknames.isEmpty());
    assertFalse(person.addresses.isEmpty());
    return person;
  }

  @Test
  void merge_of_a_new_instance_stores_its_elements() {
    unit.inTransaction(
        manager -> {
          Person person = new Person(3);
          person.nicknames.add("grace");
          Person managed = manager.merge(person);
          assertNotSame(person.nicknames, managed.nicknames);
        });
    assertEquals("grace", unit.value("select nicknames from person_nicknames where person_id = 3"));
  }

  @Test
  void a_detached_owner_loads_nothing() {
    Person ada = get(person -> person);
    assertEquals(2, ada.scores.size());
    assertThrows(LazyLoadingException.class, () -> ada.nicknames.size());
    assertFalse(unit.factory().getPersistenceUnitUtil().isLoaded(ada, "nicknames"));
    assertTrue(unit.factory().getPersistenceUnitUtil().isLoaded(ada, "scores"));
  }

  private static void people(int from, int to) {
    unit.inTransaction(
        manager -> {
          for (int id = from; id < to; id++) {
            Person person = new Person(id);
            person.nicknames.addAll(List.of("a" + id, "b" + id));
            person.addresses.add(new Address("town " + id, "c", id));
            manager.persist(person);
          }
        });
  }

  @Test
  void one_query_loads_the_collections_of_all_owners_of_a_result() {
    people(10, 60);
    List<String> sent =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> {
                      List<Person> found =
                          manager.createQuery("from Person", Person.class).getResultList();
                      found.forEach(person -> assertEquals(person.nicknames.size(), names(person)));
                    }));
    assertEquals(3, sent.size(), sent::toString);
  }

  private static int names(Person person) {
    return person.nicknames.stream().distinct().toList().size();
  }

  @Test
  void the_rows_of_many_owners_are_written_by_a_few_statements() {
    List<String> inserted = unit.statements(() -> people(10, 60));
    assertEquals(3, inserted.size(), inserted::toString);
    List<String> copied = unit.statements(() -> people(100, 400));
    assertTrue(copied.stream().anyMatch(sql -> sql.startsWith("copy person_nicknames")));
    List<String> changed =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> {
                      for (Person person :
                          manager.createQuery("from Person", Person.class).getResultList()) {
                        person.nicknames.remove("a" + person.id);
                        person.nicknames.add("c");
                      }
                    }));
    assertEquals(
        1, changed.stream().filter(sql -> sql.contains("delete from person_nick")).count());
    // 352 rows are copied, by two commands.
    assertEquals(2, changed.stream().filter(sql -> sql.contains("person_nicknames (")).count());
    assertEquals(352L, unit.value("select count(*) from person_nicknames where nicknames = 'c'"));
    List<String> removed =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager ->
                        manager
                            .createQuery("from Person", Person.class)
                            .getResultList()
                            .forEach(manager::remove)));
    assertEquals(
        1, removed.stream().filter(sql -> sql.contains("delete from person_nick")).count());
    assertEquals(0L, unit.value("select count(*) from person_nicknames"));
  }

  private static <T> List<T> list(String jpql, Class<T> type) {
    return unit.query((EntityManager manager) -> manager.createQuery(jpql, type).getResultList());
  }

  @Test
  void queries_range_over_elements() {
    assertEquals(
        List.of("countess", "lace"),
        list("select n from Person p join p.nicknames n order by n", String.class));
    assertEquals(
        List.of("countess", "lace"),
        list("select n from Person p, in(p.nicknames) n order by n", String.class));
    assertEquals(
        List.of(7),
        list(
            "select a.zip.extension from Person p join p.addresses a where a.city = 'London'",
            Integer.class));
    assertEquals(
        List.of(new Address("London", "SW1", 7)),
        list(
            "select a from Person p join p.addresses a where a.zip.code like 'S%'", Address.class));
    assertEquals(
        List.of(1, 2),
        list(
            "select p.id from Person p left join p.nicknames n on n like 'l%' order by p.id",
            Integer.class));
    assertEquals(
        List.of(1),
        list(
            "select p.id from Person p where exists (select n from p.nicknames n where n = 'lace')",
            Integer.class));
    assertEquals(
        List.of(2L),
        list("select count(c) from Person p join p.colors c where c = Color.RED", Long.class));
  }

  @Test
  void queries_ask_for_members_emptiness_and_size() {
    assertEquals(
        List.of(1),
        list("select p.id from Person p where 'lace' member of p.nicknames", Integer.class));
    assertEquals(
        List.of(2),
        list("select p.id from Person p where 'lace' not member of p.nicknames", Integer.class));
    assertEquals(
        List.of(2), list("select p.id from Person p where p.addresses is empty", Integer.class));
    assertEquals(
        List.of(1), list("select p.id from Person p where size(p.colors) = 3", Integer.class));
    assertEquals(
        List.of(1),
        unit.query(
            manager ->
                manager
                    .createQuery(
                        "select p.id from Person p where :c member of p.colors", Integer.class)
                    .setParameter("c", Color.BLUE)
                    .getResultList()));
  }

  @Test
  void a_fetch_join_brings_the_elements_with_their_owners() {
    Person ada =
        unit.query(
            manager ->
                manager
                    .createQuery(
                        "from Person p left join fetch p.nicknames left join fetch p.addresses"
                            + " where p.id = 1",
                        Person.class)
                    .getSingleResult());
    assertEquals(2, ada.nicknames.size());
    assertEquals(2, ada.addresses.size());
    assertEquals(1, list("from Person p join fetch p.nicknames", Person.class).size());
  }

  @Test
  void the_generated_tables_have_keys_and_constraints() {
    assertEquals(
        "PRIMARY KEY (person_id, nicknames)",
        unit.value(
            "select pg_get_constraintdef(oid) from pg_constraint where conrelid ="
                + " 'person_nicknames'::regclass and contype = 'p'"));
    assertEquals(
        "FOREIGN KEY (person) REFERENCES person(id)",
        unit.value(
            "select pg_get_constraintdef(oid) from pg_constraint where conname ="
                + " 'favourite_of_person'"));
    assertEquals(2L, unit.value("select count(*) from pg_indexes where tablename = 'favourite'"));
    assertNull(
        unit.value(
            "select min(conname) from pg_constraint where conrelid = 'favourite'::regclass and"
                + " contype = 'p'"));
  }

  @Test
  void an_extended_lock_takes_the_rows_of_the_collections() {
    List<String> sent =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager ->
                        manager.find(
                            Person.class,
                            1,
                            LockModeType.PESSIMISTIC_WRITE,
                            PessimisticLockScope.EXTENDED)));
    assertTrue(
        sent.contains(
            "select 1 from favourite as j where j.person = any($1) order by j.person"
                + " for update of j"),
        sent::toString);
  }

  @Test
  void collections_are_serialized_as_plain_ones_or_as_not_loaded() {
    unit.inTransaction(
        manager -> {
          Person ada = manager.find(Person.class, 1);
          assertEquals(2, ada.nicknames.size());
          Object nicknames = ElementCollectionTest.<Object>copy(ada.nicknames);
          assertEquals(HashSet.class, nicknames.getClass().getSuperclass());
          assertEquals(ada.nicknames, nicknames);
          assertEquals(ArrayList.class, ElementCollectionTest.<Object>copy(ada.scores).getClass());
          Person detached = new Person(1);
          detached.version = ada.version;
          detached.colors = copy(ada.colors);
          detached.nicknames = copy(ada.nicknames);
          manager.clear();
          assertThrows(LazyLoadingException.class, () -> detached.colors.size());
          Person merged = manager.merge(detached);
          assertEquals(3, merged.colors.size());
        });
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T> T copy(Object value) {
    try {
      var bytes = new ByteArrayOutputStream();
      try (var out = new ObjectOutputStream(bytes)) {
        out.writeObject(value);
      }
      try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        return (T) in.readObject();
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
