package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tiercel.jdbc.TiercelDataSource;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Units that name another provider (Jakarta Persistence 3.2, sections 8.2.1.4 and 9.4.3): they are
/// left to it, unread and without a word. Each would fail if it were read, for it lists classes or
/// files that do not exist, and would leave a line in the log.
@NullUnmarked // a null where none is expected fails the test by itself
class OtherProvidersUnitTest {
  private static final String PROVIDER = "jakarta.persistence.provider";
  private static final String OTHER = "org.hibernate.jpa.HibernatePersistenceProvider";
  private static final String OURS = TiercelPersistenceProvider.class.getName();
  private static final Map<String, String> TOLD =
      Map.of("hibernate.no.equal", "x", "javax.persistence.jdbc.url", "y", PROVIDER, OTHER);

  private final TiercelPersistenceProvider provider = new TiercelPersistenceProvider();

  private static void silently(Runnable work) {
    List<String> lines = new ArrayList<>();
    var handler = OtherProvidersTest.handler(lines);
    Logger logger = Logger.getLogger("io.tiercel.jpa");
    logger.addHandler(handler);
    try {
      work.run();
    } finally {
      logger.removeHandler(handler);
    }
    assertEquals(List.of(), lines);
  }

  private static PersistenceConfiguration described() {
    return new PersistenceConfiguration("theirs")
        .mappingFile("missing.xml")
        .property("hibernate.no.equal", "x")
        .property("eclipselink.no.equal", "x");
  }

  @Test
  void of_persistence_xml() {
    silently(
        () -> {
          for (String unit : List.of("theirs", "theirs-by-property")) {
            assertNull(provider.createEntityManagerFactory(unit, null), unit);
            assertNull(provider.createEntityManagerFactory(unit, Map.of("hibernate.x", 1)), unit);
            assertFalse(provider.generateSchema(unit, Map.of("eclipselink.x", 1)), unit);
          }
          assertNull(provider.createEntityManagerFactory("misspelt", TOLD));
          assertFalse(provider.generateSchema("misspelt", TOLD));
          assertNull(
              provider.createEntityManagerFactory(
                  "misspelt", Map.of("javax.persistence.provider", OTHER)));
        });
  }

  @Test
  void described_in_code() {
    silently(
        () -> {
          assertNull(provider.createEntityManagerFactory(described().provider(OTHER)));
          assertNull(provider.createEntityManagerFactory(described().property(PROVIDER, OTHER)));
          assertNull(
              provider.createEntityManagerFactory(
                  described().provider(OURS).property(PROVIDER, OTHER)));
        });
  }

  @Test
  void a_container_has_chosen_whatever_the_unit_names() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      for (String named : new String[] {OTHER, OURS, "", null}) {
        var unit = new DescribedByContainer(new TiercelDataSource(), List.of(), named);
        opens(
            provider.createContainerEntityManagerFactory(
                unit, Map.of(UnitProperties.URL, database.jdbcUrl(), PROVIDER, OTHER)));
      }
    }
  }

  @Test
  void what_is_given_when_a_unit_opens_goes_before_what_it_names() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      Map<String, Object> given = new HashMap<>();
      given.put(UnitProperties.URL, database.jdbcUrl());
      given.put(PROVIDER, OURS);
      opens(provider.createEntityManagerFactory("elsewhere", given));
      // Takes away what the properties of the unit say, and leaves the element.
      given.put(PROVIDER, null);
      assertNull(provider.createEntityManagerFactory("elsewhere", given));
      assertNull(provider.createEntityManagerFactory("theirs", given));
    }
  }

  private static void opens(EntityManagerFactory factory) {
    assertNotNull(factory);
    factory.close();
  }
}
