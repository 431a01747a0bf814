package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceException;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// What a converter throws (Jakarta Persistence 3.2, section 3.8): it comes wrapped and marks the
/// transaction.
@NullUnmarked // a null where none is expected fails the test by itself
class ConverterFailureTest {
  static final class Lucky implements AttributeConverter<Integer, String> {
    @Override
    public String convertToDatabaseColumn(Integer number) {
      if (number == 13) {
        throw new UnsupportedOperationException("no 13");
      }
      return number.toString();
    }

    @Override
    public Integer convertToEntityAttribute(String text) {
      if (text.equals("13")) {
        throw new UnsupportedOperationException("no 13");
      }
      return Integer.valueOf(text);
    }
  }

  @Entity(name = "Room")
  static class Room {
    @Id int id;

    @Convert(converter = Lucky.class)
    Integer number;
  }

  private TestUnit unit;
  private EntityManager manager;

  @BeforeEach
  void open() {
    unit = TestUnit.of(Room.class);
    manager = unit.factory().createEntityManager();
    manager.getTransaction().begin();
  }

  @AfterEach
  void close() {
    manager.getTransaction().rollback();
    manager.close();
    unit.close();
  }

  private void assertWrapped(Executable work) {
    var failure = assertThrows(PersistenceException.class, work);
    assertInstanceOf(UnsupportedOperationException.class, failure.getCause());
    assertTrue(failure.getMessage().contains("Room.number"), failure::getMessage);
    assertTrue(manager.getTransaction().getRollbackOnly());
  }

  @Test
  void a_failure_to_write_is_a_PersistenceException_and_marks_the_transaction() {
    Room room = new Room();
    room.number = 13;
    manager.persist(room);
    assertWrapped(manager::flush);
  }

  @Test
  void a_failure_to_read_is_a_PersistenceException_and_marks_the_transaction() {
    unit.sql("insert into room values (1, '13'), (2, '12')");
    assertEquals(12, manager.find(Room.class, 2).number);
    assertWrapped(() -> manager.find(Room.class, 1));
  }
}
