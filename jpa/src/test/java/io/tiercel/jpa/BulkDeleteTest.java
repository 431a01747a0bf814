package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.persistence.Cacheable;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Bulk deletes of entities with collections that stand in tables of their own, whose foreign keys
/// would refuse them otherwise (Jakarta Persistence 3.2, section 4.10).
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BulkDeleteTest {
  @Entity(name = "Topic")
  @Cacheable
  static class Topic {
    @Id int id;

    @ManyToMany(mappedBy = "topics")
    Set<Paper> papers = new HashSet<>();

    Topic() {}

    Topic(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Editor")
  static class Editor {
    @Id int id;
    String name;

    Editor() {}

    Editor(int id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  @Embeddable
  static class Notes {
    @ElementCollection Set<String> lines = new HashSet<>();
  }

  @Entity(name = "Paper")
  @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
  @Cacheable
  static class Paper {
    @Id int id;
    @ManyToOne Editor editor;
    @ElementCollection Set<String> words = new HashSet<>();
    Notes notes = new Notes();
    @ManyToMany Set<Topic> topics = new HashSet<>();
    @ManyToMany Set<Paper> cites = new HashSet<>();

    @ManyToMany(mappedBy = "cites")
    Set<Paper> citedBy = new HashSet<>();

    Paper() {}

    Paper(int id, Editor editor) {
      this.id = id;
      this.editor = editor;
      words.addAll(List.of("a", "b"));
      notes.lines.add("n");
    }
  }

  @Entity(name = "Thesis")
  static class Thesis extends Paper {
    @OneToMany List<Editor> readers = new ArrayList<>();

    Thesis() {}

    Thesis(int id, Editor editor) {
      super(id, editor);
    }
  }

  @Entity(name = "Boat")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Boat {
    @Id int id;

    @ElementCollection Set<String> crew = new HashSet<>(Set.of("x", "y"));
  }

  @Entity(name = "Ferry")
  static class Ferry extends Boat {
    int cars;
    @ElementCollection Map<String, Integer> fares = new HashMap<>(Map.of("car", 9));
  }

  @Entity(name = "Tool")
  @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
  abstract static class Tool {
    @Id int id;
  }

  @Entity(name = "Saw")
  static class Saw extends Tool {
    @ElementCollection Set<String> blades = new HashSet<>(Set.of("x", "y"));
  }

  @Entity(name = "Drill")
  static class Drill extends Tool {
    @ElementCollection Set<String> bits = new HashSet<>(Set.of("x", "y", "z"));
  }

  private TestUnit unit;

  @BeforeAll
  void open() {
    unit =
        TestUnit.of(
            Topic.class,
            Editor.class,
            Notes.class,
            Paper.class,
            Thesis.class,
            Boat.class,
            Ferry.class,
            Tool.class,
            Saw.class,
            Drill.class);
  }

  @AfterAll
  void close() {
    if (unit != null) {
      unit.close();
    }
  }

  @BeforeEach
  void fill() {
    unit.sql("truncate topic, editor, paper, boat, ferry, saw, drill cascade");
    unit.factory().getCache().evictAll();
    unit.inTransaction(
        manager -> {
          Editor ann = new Editor(1, "Ann");
          Editor bob = new Editor(2, "Bob");
          Topic one = new Topic(1);
          Topic two = new Topic(2);
          Paper first = new Paper(1, ann);
          Paper second = new Paper(2, bob);
          Thesis thesis = new Thesis(3, ann);
          first.topics.addAll(List.of(one, two));
          second.topics.add(one);
          thesis.readers.add(bob);
          first.cites.addAll(List.of(second, first));
          second.cites.add(first);
          for (Object each : List.of(ann, bob, one, two, first, second, thesis)) {
            manager.persist(each);
          }
        });
  }

  private int delete(String jpql) {
    int[] count = {-1};
    List<String> sent =
        unit
            .statements(
                () ->
                    unit.inTransaction(
                        manager -> count[0] = manager.createQuery(jpql).executeUpdate()))
            .stream()
            // What the shared cache asks for with the commit.
            .filter(sql -> !sql.startsWith("select "))
            .toList();
    assertEquals(1, sent.size(), () -> "one statement, got " + sent);
    return count[0];
  }

  private long count(String table) {
    return ((Number) unit.value("select count(*) from " + table)).longValue();
  }

  @Test
  void shouldDeleteRowsOfCollectionsWithTheirOwners() {
    assertEquals(3, delete("delete from Paper"));
    for (String table :
        List.of("paper", "paper_words", "paper_lines", "paper_topic", "paper_editor")) {
      assertEquals(0, count(table), table);
    }
    assertEquals(0, count("paper_paper"));
    assertEquals(2, count("topic"));
    assertEquals(2, count("editor"));
  }

  @Test
  void shouldKeepRowsOfOtherOwners() {
    assertEquals(1, delete("delete from Paper p where p.editor.name = 'Bob'"));
    assertEquals(2, count("paper"));
    assertEquals(4, count("paper_words"));
    assertEquals(2, count("paper_topic"));
    // Of the three citations only the one of itself names no deleted paper.
    assertEquals(1, count("paper_paper"));
  }

  @Test
  void shouldDeleteCollectionsOfOneSubtype() {
    assertEquals(1, delete("delete from Thesis"));
    assertEquals(0, count("paper_editor"));
    assertEquals(4, count("paper_words"));
  }

  @Test
  void shouldDeleteJoinRowsOfTheInverseSide() {
    assertEquals(1, delete("delete from Topic t where t.id = 1"));
    assertEquals(1, count("paper_topic"));
    assertEquals(3, count("paper"));
  }

  @Test
  void shouldJudgeConditionsOnTheCollectionBeforeItIsDeleted() {
    assertEquals(2, delete("delete from Paper p where size(p.topics) > 0"));
    assertEquals(1, count("paper"));
    assertEquals(2, count("paper_words"));
    assertEquals(0, delete("delete from Paper p where 'nowhere' member of p.words"));
  }

  @Test
  void shouldCountEntitiesOfJoinedTables() {
    fillOthers();
    assertEquals(2, delete("delete from Boat b where b.id < 3"));
    assertEquals(2, count("boat_crew"));
    assertEquals(0, count("ferry_fares") - 1);
    assertEquals(1, delete("delete from Ferry"));
    assertEquals(0, count("boat_crew") + count("ferry_fares") + count("ferry") + count("boat"));
  }

  @Test
  void shouldCountEntitiesOfUnions() {
    fillOthers();
    assertEquals(2, delete("delete from Tool t where t.id < 3"));
    assertEquals(0, count("saw_blades"));
    assertEquals(3, count("drill_bits"));
    assertEquals(1, delete("delete from Drill"));
    assertEquals(0, count("drill_bits"));
  }

  @Test
  void shouldEndCachedCollectionsOfTheOtherSide() {
    assertEquals(2, papersOfTopicOne());
    assertEquals(2, papersOfTopicOne());
    delete("delete from Paper p where p.id = 2");
    assertEquals(1, papersOfTopicOne());
  }

  private int papersOfTopicOne() {
    return unit.query(manager -> manager.find(Topic.class, 1).papers.size());
  }

  private void fillOthers() {
    unit.inTransaction(
        manager -> {
          Boat boat = new Boat();
          boat.id = 1;
          Ferry ferry = new Ferry();
          ferry.id = 2;
          Ferry other = new Ferry();
          other.id = 3;
          Saw saw = new Saw();
          saw.id = 1;
          Drill drill = new Drill();
          drill.id = 2;
          Drill last = new Drill();
          last.id = 3;
          for (Object each : List.of(boat, ferry, other, saw, drill, last)) {
            manager.persist(each);
          }
        });
  }
}
