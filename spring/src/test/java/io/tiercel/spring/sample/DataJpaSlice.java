package io.tiercel.spring.sample;

import jakarta.persistence.EntityManagerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.boot.jpa.test.autoconfigure.TestEntityManager;

/// What an application writes to test its repositories alone.
@DataJpaTest(properties = "logging.level.root=warn")
@AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
public class DataJpaSlice {
  @Autowired public Writers writers;
  @Autowired public TestEntityManager entities;
  @Autowired public EntityManagerFactory factory;

  /// A test of theirs.
  public void finds() {
    entities.persistAndFlush(new Writer("Nan Shepherd"));
    entities.clear();
    if (writers.findByName("Nan Shepherd").isEmpty()) {
      throw new AssertionError("not found");
    }
  }
}
