package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Year;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// So many new instances that their rows are copied, which are read from them on the way.
@NullUnmarked // a null where none is expected fails the test by itself
class BulkInsertTest {
  private static final int MANY = 500;

  enum Colour {
    RED,
    GREEN
  }

  @Embeddable
  static class Price {
    BigDecimal amount;
    String currency;
  }

  @Entity(name = "Bead")
  static class Bead {
    @Id int id;
    @Version Integer version;
    Colour colour;
    Year made;
    @Embedded Price price;
  }

  /// Its version is more than its getter says.
  @Entity(name = "Ring")
  @Access(AccessType.PROPERTY)
  static class Ring {
    private int id;
    private Integer version;

    @Id
    public int getId() {
      found();
      return id;
    }

    public void setId(int id) {
      this.id = id;
    }

    @Version
    public Integer getVersion() {
      return version == null ? 0 : version;
    }

    public void setVersion(Integer version) {
      this.version = version;
    }
  }

  static final class Weighed implements AttributeConverter<Integer, String> {
    @Override
    public String convertToDatabaseColumn(Integer grams) {
      found();
      return grams + " g";
    }

    @Override
    public Integer convertToEntityAttribute(String text) {
      return Integer.valueOf(text.substring(0, text.length() - 2));
    }
  }

  @Entity(name = "Stone")
  static class Stone {
    @Id int id;

    @Convert(converter = Weighed.class)
    Integer weight;
  }

  /// Whom getters and converters ask; null where they ask nobody.
  private static EntityManager asked;

  private static int answers;

  /// What an application may do in a getter, though it had better not.
  private static void found() {
    if (asked != null) {
      // Or else it would flush, and end here again.
      Object unused =
          asked.createNativeQuery("select 1").setFlushMode(FlushModeType.COMMIT).getSingleResult();
      answers++;
    }
  }

  private TestUnit unit;
  private EntityManager manager;

  @BeforeEach
  void open() {
    unit = TestUnit.of(Bead.class, Ring.class, Stone.class);
    manager = unit.factory().createEntityManager();
    manager.getTransaction().begin();
    answers = 0;
  }

  @AfterEach
  void close() {
    asked = null;
    manager.close();
    unit.close();
  }

  private long number(String sql) {
    return ((Number) manager.createNativeQuery(sql).getSingleResult()).longValue();
  }

  private Bead bead(int id) {
    Bead bead = new Bead();
    bead.id = id;
    bead.colour = id % 2 == 0 ? Colour.RED : Colour.GREEN;
    bead.made = Year.of(2000 + id % 20);
    if (id % 5 != 0) {
      bead.price = new Price();
      bead.price.amount = BigDecimal.valueOf(id, 2);
      bead.price.currency = "EUR";
    }
    return bead;
  }

  @Test
  void rows_hold_what_the_instances_hold_and_the_instances_their_versions() {
    var beads = new Bead[MANY];
    for (int id = 0; id < MANY; id++) {
      beads[id] = bead(id);
      if (id == 7) {
        beads[id].version = 3;
      }
      manager.persist(beads[id]);
    }
    manager.flush();
    assertEquals(
        0,
        number(
            """
            select count(*) from generate_series(0, %d) id left join bead b using (id)
            where b.version is distinct from (case id when 7 then 3 else 0 end)
              or b.colour is distinct from (id %% 2) or b.made is distinct from 2000 + id %% 20
              or b.amount is distinct from (case when id %% 5 <> 0 then id * 0.01 end)
              or b.currency is distinct from (case when id %% 5 <> 0 then 'EUR' end)\
            """
                .formatted(MANY - 1)));
    for (int id = 0; id < MANY; id++) {
      assertEquals(id == 7 ? 3 : 0, beads[id].version, "version of " + id);
    }
    manager.flush();
    assertEquals(MANY - 1, number("select count(*) from bead where version = 0"), "no updates");
    beads[7].made = Year.of(1999);
    beads[8].made = Year.of(1999);
    manager.getTransaction().commit();
    assertEquals(4, beads[7].version);
    assertEquals(1, beads[8].version);
    assertEquals(2, number("select count(*) from bead where made = 1999 and version in (1, 4)"));
  }

  @Test
  void a_getter_may_ask_the_entity_manager_and_know_better_than_the_field() {
    var rings = new Ring[MANY];
    for (int id = 0; id < MANY; id++) {
      rings[id] = new Ring();
      rings[id].setId(id);
      manager.persist(rings[id]);
    }
    asked = manager;
    manager.flush();
    asked = null;
    assertTrue(answers >= MANY, "answers: " + answers);
    assertEquals(MANY, number("select count(*) from ring where version = 0"));
    for (Ring ring : rings) {
      assertEquals(0, ring.version, "what the setter got");
    }
    manager.getTransaction().commit();
  }

  @Test
  void a_converter_may_ask_the_entity_manager() {
    for (int id = 0; id < MANY; id++) {
      Stone stone = new Stone();
      stone.id = id;
      stone.weight = id;
      manager.persist(stone);
    }
    asked = manager;
    manager.flush();
    asked = null;
    assertTrue(answers >= MANY, "answers: " + answers);
    assertEquals(MANY, number("select count(*) from stone where weight = id || ' g'"));
    manager.getTransaction().commit();
  }
}
