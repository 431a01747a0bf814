package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestServer;
import jakarta.persistence.AssociationOverride;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.CascadeType;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Collections and inverse sides of associations inside embeddables (Jakarta Persistence 3.2,
/// sections 2.6 and 11.1.15).
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmbeddedCollectionTest {
  @Embeddable
  static class Deep {
    @OneToMany(cascade = CascadeType.ALL, orphanRemoval = true)
    @JoinColumn(name = "owner_id")
    List<Note> notes = new ArrayList<>();

    @OneToOne(mappedBy = "holder")
    Badge badge;
  }

  @Embeddable
  static class Contact {
    String mail;

    @ElementCollection
    @Column(name = "number")
    Set<String> phones = new TreeSet<>();

    @ElementCollection
    @CollectionTable(name = "labels")
    @MapKeyColumn(name = "label_key")
    Map<String, Integer> labels = new HashMap<>();

    @ManyToMany
    @OrderColumn(name = "place")
    List<Club> clubs = new ArrayList<>();

    @OneToMany(mappedBy = "leader")
    List<Club> led = new ArrayList<>();

    @Embedded Deep deep = new Deep();
  }

  @Entity(name = "Member")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Member {
    @Id int id;
    @Version int version;
    @Embedded Contact contact = new Contact();

    Member() {}

    Member(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Honorary")
  static class Honorary extends Member {
    @Embedded
    @AttributeOverride(name = "mail", column = @Column(name = "second_mail"))
    @AttributeOverride(name = "labels.value", column = @Column(name = "worth"))
    @AssociationOverride(name = "phones", joinTable = @JoinTable(name = "second_phones"))
    @AssociationOverride(
        name = "clubs",
        joinTable =
            @JoinTable(name = "second_clubs", inverseJoinColumns = @JoinColumn(name = "second")))
    @AssociationOverride(name = "deep.notes", joinColumns = @JoinColumn(name = "second_owner"))
    Second second = new Second();

    Honorary() {}

    Honorary(int id) {
      super(id);
    }
  }

  @Embeddable
  static class Second {
    String mail;
    @ElementCollection Set<String> phones = new TreeSet<>();
    @ManyToMany List<Club> clubs = new ArrayList<>();
    @ElementCollection Map<String, Integer> labels = new HashMap<>();
    @Embedded SecondDeep deep = new SecondDeep();
  }

  @Embeddable
  static class SecondDeep {
    @OneToMany
    @JoinColumn(name = "other")
    List<Note> notes = new ArrayList<>();
  }

  @Entity(name = "Club")
  static class Club {
    @Id int id;
    String name;
    @ManyToOne Member leader;

    @ManyToMany(mappedBy = "contact.clubs")
    List<Member> members = new ArrayList<>();

    Club() {}

    Club(int id) {
      this.id = id;
      this.name = "club " + id;
    }
  }

  @Entity(name = "Note")
  static class Note {
    @Id int id;
    String text;

    Note() {}

    Note(int id) {
      this.id = id;
      this.text = "note " + id;
    }
  }

  @Entity(name = "Badge")
  static class Badge {
    @Id int id;
    @OneToOne Member holder;
  }

  private TestUnit unit;

  TestServer server() {
    return TestServer.v18();
  }

  @BeforeAll
  void open() {
    unit =
        TestUnit.on(
            server(),
            Member.class,
            Honorary.class,
            Club.class,
            Note.class,
            Badge.class,
            Contact.class,
            Deep.class,
            Second.class,
            SecondDeep.class);
  }

  @AfterAll
  void close() {
    if (unit != null) {
      unit.close();
    }
  }

  @BeforeEach
  void fill() {
    unit.factory().getSchemaManager().truncate();
    unit.inTransaction(
        manager -> {
          Club chess = new Club(1);
          Club golf = new Club(2);
          Member ann = new Member(1);
          ann.contact.phones.addAll(List.of("11", "12"));
          ann.contact.labels.put("red", 1);
          ann.contact.clubs.addAll(List.of(golf, chess));
          ann.contact.deep.notes.add(new Note(1));
          chess.leader = ann;
          Badge badge = new Badge();
          badge.id = 9;
          badge.holder = ann;
          manager.persist(chess);
          manager.persist(golf);
          manager.persist(ann);
          manager.persist(badge);
          manager.persist(new Member(2));
        });
  }

  private String text(String sql) {
    return String.valueOf(unit.value(sql));
  }

  @Test
  void the_tables_are_those_of_the_entity_or_of_overrides() throws Exception {
    assertEquals(
        "labels, member_club, member_phones, second_clubs, second_phones",
        text(
            "select string_agg(relname, ', ' order by relname) from pg_class where relkind = 'r'"
                + " and relname in ('labels', 'member_club', 'member_phones', 'second_clubs',"
                + " 'second_phones')"));
    assertEquals(
        "1",
        text(
            "select count(*) from pg_attribute where attname = 'second' and attrelid ="
                + " 'second_clubs'::regclass"));
    assertEquals(
        "owner_id second_owner",
        text(
            "select string_agg(attname, ' ' order by attname) from pg_attribute where attrelid ="
                + " 'note'::regclass and attname like '%owner%'"));
    assertEquals(
        "1",
        text(
            "select count(*) from pg_attribute where attname = 'worth' and attrelid ="
                + " 'honorary_labels'::regclass"));
    unit.factory().getSchemaManager().validate();
  }

  @Test
  void an_embeddable_that_holds_them_is_there_though_all_its_columns_are_null() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Member bob = manager.find(Member.class, 2);
      assertNotNull(bob.contact);
      assertTrue(bob.contact.phones.isEmpty());
      assertTrue(bob.contact.deep.notes.isEmpty());
      assertNull(bob.contact.deep.badge);
    }
  }

  @Test
  void they_are_loaded_lazily_and_for_all_owners_of_a_result() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      List<Member> members =
          manager.createQuery("from Member m order by m.id", Member.class).getResultList();
      Member ann = members.getFirst();
      var util = unit.factory().getPersistenceUnitUtil();
      assertFalse(util.isLoaded(ann.contact.phones));
      List<String> statements =
          unit.statements(() -> assertEquals(Set.of("11", "12"), ann.contact.phones));
      assertEquals(1, statements.size(), statements::toString);
      assertEquals(
          List.of(), unit.statements(() -> assertEquals(0, members.get(1).contact.phones.size())));
      assertEquals(Map.of("red", 1), ann.contact.labels);
      assertEquals(
          List.of("club 2", "club 1"), ann.contact.clubs.stream().map(c -> c.name).toList());
      assertEquals("club 1", ann.contact.led.getFirst().name);
      assertEquals("note 1", ann.contact.deep.notes.getFirst().text);
      assertEquals(9, ann.contact.deep.badge.id);
      assertSame(ann, ann.contact.clubs.getFirst().members.getFirst());
    }
  }

  record Held(Contact contact) {}

  @Test
  void one_that_is_selected_has_copies_of_its_collections() {
    unit.inTransaction(
        manager -> {
          List<Contact> found = new ArrayList<>();
          List<String> statements =
              unit.statements(
                  () ->
                      found.addAll(
                          manager
                              .createQuery(
                                  "select m.contact from Member m order by m.id", Contact.class)
                              .getResultList()));
          // One for the result, one for each of five collections and for the inverse side.
          assertEquals(7, statements.size(), statements::toString);
          Contact contact = found.getFirst();
          Member ann = manager.find(Member.class, 1);
          assertNotSame(ann.contact, contact);
          assertEquals(Set.of("11", "12"), contact.phones);
          assertEquals(Map.of("red", 1), contact.labels);
          assertEquals(ann.contact.clubs, contact.clubs);
          assertEquals(2, contact.clubs.size());
          assertEquals("club 1", contact.led.getFirst().name);
          assertEquals("note 1", contact.deep.notes.getFirst().text);
          assertEquals(9, contact.deep.badge.id);
          assertTrue(found.get(1).phones.isEmpty());
          contact.phones.clear();
          contact.clubs.clear();
          contact.deep.notes.clear();
          contact.mail = "changed";
          assertEquals(2, ann.contact.phones.size());
        });
    assertEquals("2", text("select count(*) from member_phones"));
    assertEquals("1", text("select count(*) from note"));
    assertEquals("0", text("select sum(version) from member"));
    try (EntityManager manager = unit.factory().createEntityManager()) {
      assertEquals(
          "note 1",
          manager
              .createQuery("select b.id, b.holder.contact.deep from Badge b", Object[].class)
              .getResultList()
              .stream()
              .map(row -> ((Deep) row[1]).notes.getFirst().text)
              .toList()
              .getFirst());
      assertNull(
          manager
              .createQuery(
                  "select l.contact from Club c left join c.leader l where c.id = 2", Contact.class)
              .getSingleResult());
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () ->
                      manager
                          .createQuery(
                              "select new %s(m.contact) from Member m"
                                  .formatted(Held.class.getName()),
                              Held.class)
                          .getResultList())
              .getMessage();
      assertTrue(message.contains("cannot be an argument"), message);
    }
  }

  @Test
  void changes_are_written_and_raise_the_version() {
    unit.inTransaction(
        manager -> {
          Member ann = manager.find(Member.class, 1);
          ann.contact.phones.remove("11");
          ann.contact.labels.put("blue", 2);
          ann.contact.clubs.removeFirst();
          ann.contact.deep.notes.set(0, new Note(2));
          manager.find(Member.class, 2).contact.phones.add("21");
        });
    assertEquals(
        "12 21", text("select string_agg(number, ' ' order by number) from member_phones"));
    assertEquals("3", text("select sum(labels) from labels"));
    assertEquals("1 0", text("select clubs_id || ' ' || place from member_club"));
    assertEquals("2", text("select string_agg(id::text, ' ') from note"));
    assertEquals("1 1", text("select string_agg(version::text, ' ') from member"));
  }

  @Test
  void a_change_that_lost_the_race_is_refused() {
    try (EntityManager slow = unit.factory().createEntityManager()) {
      slow.getTransaction().begin();
      slow.find(Member.class, 1).contact.phones.add("slow");
      unit.inTransaction(manager -> manager.find(Member.class, 1).contact.phones.add("fast"));
      Throwable lost = assertThrows(Exception.class, () -> slow.getTransaction().commit());
      while (!(lost instanceof OptimisticLockException)) {
        lost = java.util.Objects.requireNonNull(lost.getCause());
      }
    }
    assertEquals("3", text("select count(*) from member_phones"));
  }

  @Test
  void an_embeddable_that_is_replaced_or_removed_takes_its_elements_along() {
    unit.inTransaction(
        manager -> {
          Member ann = manager.find(Member.class, 1);
          Contact other = new Contact();
          other.phones.add("99");
          ann.contact = other;
        });
    assertEquals("99", text("select string_agg(number, ' ') from member_phones"));
    assertEquals("0", text("select count(*) from member_club"));
    assertEquals("0", text("select count(*) from note"));
    unit.inTransaction(manager -> manager.find(Member.class, 1).contact = null);
    assertEquals("0", text("select count(*) from member_phones"));
    Member ann = unit.query(manager -> manager.find(Member.class, 1));
    assertNotNull(ann.contact);
  }

  @Test
  void removing_the_owner_removes_the_rows() {
    unit.inTransaction(
        manager -> {
          Member ann = manager.find(Member.class, 1);
          manager.remove(manager.find(Badge.class, 9));
          ann.contact.led.getFirst().leader = null;
          manager.remove(ann);
        });
    assertEquals(
        "0",
        text(
            "select (select count(*) from member_phones) + (select count(*) from labels) + (select"
                + " count(*) from member_club) + (select count(*) from note)"));
  }

  @Test
  void refresh_merge_and_persist_pass_through() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Member ann = manager.find(Member.class, 1);
      assertEquals(2, ann.contact.phones.size());
      unit.sql("insert into member_phones values (1, '13')");
      manager.refresh(ann);
      assertEquals(3, ann.contact.phones.size());
    }
    Member detached =
        unit.query(
            manager -> {
              Member ann = manager.find(Member.class, 1);
              assertEquals(3, ann.contact.phones.size());
              assertEquals(1, ann.contact.deep.notes.size());
              return ann;
            });
    detached.contact.phones.add("14");
    detached.contact.deep.notes.getFirst().text = "merged";
    detached.contact.deep.notes.add(new Note(5));
    unit.inTransaction(manager -> manager.merge(detached));
    assertEquals("4", text("select count(*) from member_phones"));
    assertEquals("1", text("select count(*) from labels"));
    assertEquals("merged, note 5", text("select string_agg(text, ', ' order by id) from note"));
  }

  @Test
  void subclasses_have_theirs_beside_the_inherited_ones() {
    unit.inTransaction(
        manager -> {
          Honorary host = new Honorary(7);
          host.contact.phones.add("71");
          host.second.mail = "x@y";
          host.second.phones.add("72");
          host.second.labels.put("gold", 3);
          host.second.clubs.add(manager.find(Club.class, 1));
          host.second.deep.notes.add(manager.find(Note.class, 1));
          manager.persist(host);
        });
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Honorary host = (Honorary) manager.find(Member.class, 7);
      assertEquals(Set.of("71"), host.contact.phones);
      assertEquals(Set.of("72"), host.second.phones);
      assertEquals(Map.of("gold", 3), host.second.labels);
      assertEquals("club 1", host.second.clubs.getFirst().name);
      assertEquals(1, host.second.deep.notes.getFirst().id);
      assertTrue(host.contact.clubs.isEmpty());
    }
    assertEquals("72", text("select phones from second_phones"));
  }

  @Test
  void queries_join_fetch_and_count_them() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      assertEquals(
          List.of("11", "12"),
          manager
              .createQuery(
                  "select p from Member m join m.contact.phones p order by p", String.class)
              .getResultList());
      assertEquals(
          1,
          manager
              .createQuery("select m.id from Member m where size(m.contact.clubs) = 2", int.class)
              .getSingleResult());
      assertEquals(
          1,
          manager
              .createQuery(
                  "select m.id from Member m where '12' member of m.contact.phones and"
                      + " m.contact.deep.notes is not empty",
                  int.class)
              .getSingleResult());
      assertEquals(
          "club 2",
          manager
              .createQuery(
                  "select c.name from Member m join m.contact.clubs c where index(c) = 0",
                  String.class)
              .getSingleResult());
      Member ann =
          manager
              .createQuery(
                  "select m from Member m left join fetch m.contact.phones where m.id = 1",
                  Member.class)
              .getSingleResult();
      assertTrue(unit.factory().getPersistenceUnitUtil().isLoaded(ann.contact.phones));
    }
  }

  @Test
  void criteria_and_metamodel_know_them() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      var builder = manager.getCriteriaBuilder();
      var query = builder.createQuery(String.class);
      var member = query.from(Member.class);
      query.select(member.join("contact").join("clubs").get("name")).orderBy();
      assertEquals(2, manager.createQuery(query).getResultList().size());
      var contact = manager.getMetamodel().embeddable(Contact.class);
      assertEquals(String.class, contact.getSet("phones").getElementType().getJavaType());
      assertEquals(Club.class, contact.getList("clubs").getElementType().getJavaType());
    }
  }
}
