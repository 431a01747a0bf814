package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.Profile;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.Logger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Profiles and tuners of a unit: what they set, what goes before them, and what the log tells.
@NullUnmarked // a null where none is expected fails the test by itself
class TuningTest {
  private TestDatabase database;

  @Entity(name = "Note")
  static class Note {
    @Id int id;
  }

  static class FewConnections implements SessionTuner {
    @Override
    public void tune(Settings settings) {
      settings
          .set("tiercel.pool.max-connections", 2)
          .set("jakarta.persistence.jdbc.password", "confidential");
    }
  }

  abstract static class Unmakeable implements SessionTuner {}

  static class Failing implements SessionTuner {
    Failing() {
      throw new IllegalStateException("not today");
    }

    @Override
    public void tune(Settings settings) {}
  }

  @BeforeEach
  void open() {
    database = TestServer.v18().newDatabase();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private PersistenceConfiguration unit(Map<String, ?> properties) {
    var unit =
        new PersistenceConfiguration("notes")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Note.class)
            .property(UnitProperties.URL, database.jdbcUrl());
    properties.forEach(unit::property);
    return unit;
  }

  /// The lines of the log that tell of tuning.
  private List<String> with(Map<String, ?> properties, Consumer<EntityManagerFactory> work) {
    List<String> lines = new ArrayList<>();
    Logger logger = Logger.getLogger("io.tiercel.jpa");
    var handler = OtherProvidersTest.handler(lines);
    logger.addHandler(handler);
    try (EntityManagerFactory factory = unit(properties).createEntityManagerFactory()) {
      work.accept(factory);
    } finally {
      logger.removeHandler(handler);
    }
    return lines.stream().filter(line -> line.contains("is tuned")).toList();
  }

  private String refusal(Map<String, ?> properties) {
    return assertThrows(
            PersistenceException.class, () -> unit(properties).createEntityManagerFactory())
        .getMessage();
  }

  @Test
  void a_profile_sets_what_suits_it_and_the_log_has_one_line() {
    List<String> lines =
        with(
            Map.of("tiercel.profile", "Development"),
            factory -> {
              assertEquals(5, factory.getProperties().get("tiercel.pool.max-connections"));
              factory.runInTransaction(manager -> manager.persist(new Note()));
            });
    assertEquals(
        List.of(
            "persistence unit \"notes\" is tuned for Development:"
                + " jakarta.persistence.schema-generation.database.action = create,"
                + " tiercel.pool.acquire-timeout = 5000, tiercel.pool.max-connections = 5,"
                + " tiercel.read-only.guard = true, tiercel.validation.at = persist"),
        lines);
    assertEquals(
        List.of(),
        with(
            Map.of(),
            factory -> assertNull(factory.getProperties().get("tiercel.pool.max-connections"))));
  }

  @Test
  void no_profile_drops_what_is_there() {
    database.execute("create table note (id integer primary key)", "insert into note values (7)");
    for (Profile profile : Profile.values()) {
      List<String> lines =
          with(
              Map.of("tiercel.profile", profile.toString()),
              factory ->
                  factory.runInTransaction(
                      manager -> assertEquals(7, manager.find(Note.class, 7).id)));
      assertEquals(1, lines.size(), profile::toString);
    }
  }

  @Test
  void what_is_given_goes_before_the_tuner_and_that_before_the_profile() {
    Map<String, Object> seen = new HashMap<>();
    SessionTuner tuner =
        settings -> {
          seen.put("unit", settings.unitName());
          seen.put("given", settings.get("tiercel.pool.acquire-timeout"));
          seen.put("profile", settings.get("tiercel.pool.max-connections"));
          settings
              .set("tiercel.pool.acquire-timeout", 1)
              .set("tiercel.pool.max-connections", 3)
              .set("tiercel.schema.index-foreign-keys", false);
        };
    List<String> lines =
        with(
            Map.of(
                "tiercel.profile",
                "batch",
                "tiercel.session-tuner",
                tuner,
                "tiercel.pool.acquire-timeout",
                "777",
                UnitProperties.SCHEMA_ACTION,
                "none"),
            factory -> {
              assertEquals("777", factory.getProperties().get("tiercel.pool.acquire-timeout"));
              assertEquals(3, factory.getProperties().get("tiercel.pool.max-connections"));
              assertEquals("flush", factory.getProperties().get("tiercel.validation.at"));
            });
    assertEquals(Map.of("unit", "notes", "given", "777", "profile", 4), seen);
    assertEquals(
        List.of(
            "persistence unit \"notes\" is tuned for batch:"
                + " jakarta.persistence.schema-generation.database.action = none (given),"
                + " tiercel.pool.acquire-timeout = 777 (given), tiercel.pool.max-connections = 3,"
                + " tiercel.read-only.guard = false, tiercel.schema.index-foreign-keys = false,"
                + " tiercel.validation.at = flush"),
        lines);
  }

  @Test
  void a_tuner_may_be_named_and_its_secrets_are_not_told() {
    for (Object tuner : List.of(FewConnections.class.getName(), FewConnections.class)) {
      assertEquals(
          List.of(
              "persistence unit \"notes\" is tuned: jakarta.persistence.jdbc.password = …,"
                  + " tiercel.pool.max-connections = 2"),
          with(
              Map.of("tiercel.session-tuner", tuner),
              factory ->
                  assertEquals(2, factory.getProperties().get("tiercel.pool.max-connections"))));
    }
  }

  @Test
  void what_is_no_profile_and_no_tuner_is_refused_by_name() {
    assertEquals(
        "property tiercel.profile of persistence unit \"notes\" must be one of development, test,"
            + " production, batch, got \"prod\"",
        refusal(Map.of("tiercel.profile", "prod")));
    for (Object tuner :
        List.of("com.acme.Missing", "java.lang.String", Unmakeable.class, Failing.class, 7)) {
      String message = refusal(Map.of("tiercel.session-tuner", tuner));
      assertTrue(
          message.startsWith("property tiercel.session-tuner of persistence unit \"notes\""),
          message);
    }
    SessionTuner failing =
        settings -> {
          throw new IllegalArgumentException("no");
        };
    assertThrows(
        RuntimeException.class,
        () -> unit(Map.of("tiercel.session-tuner", failing)).createEntityManagerFactory());
  }
}
