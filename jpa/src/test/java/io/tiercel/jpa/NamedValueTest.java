package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceException;
import java.net.URI;
import java.net.URL;
import java.time.ZoneId;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Classes of the JDK that name something (Jakarta Persistence 3.2, section 2.6, leaves to the
/// provider how): as text.
@NullUnmarked // a null where none is expected fails the test by itself
class NamedValueTest {
  @Entity(name = "Branch")
  static class Branch {
    @Id String name;
    Currency currency;
    Locale locale;
    TimeZone timeZone;
    ZoneId zone;
    URL page;
  }

  private static Branch branch() throws Exception {
    var branch = new Branch();
    branch.name = "Lund";
    branch.currency = Currency.getInstance("SEK");
    branch.locale = Locale.of("sv", "SE");
    branch.timeZone = TimeZone.getTimeZone("Europe/Stockholm");
    branch.zone = ZoneId.of("Europe/Stockholm");
    branch.page = URI.create("https://example.org/lund?x=1").toURL();
    return branch;
  }

  @EveryPostgres
  void they_are_text_that_anybody_reads_and_queries_compare(TestServer server) throws Exception {
    try (var unit = TestUnit.on(server, Branch.class)) {
      Branch branch = branch();
      unit.inTransaction(manager -> manager.persist(branch));
      assertEquals(
          "SEK sv_SE Europe/Stockholm Europe/Stockholm https://example.org/lund?x=1",
          unit.value("select concat_ws(' ', currency, locale, timezone, zone, page) from branch"));
      unit.inTransaction(
          manager -> {
            assertEquals(
                List.of("Lund"),
                manager
                    .createQuery(
                        "select b.name from Branch b where b.currency = :currency and b.zone ="
                            + " :zone and b.locale in :locales",
                        String.class)
                    .setParameter("currency", Currency.getInstance("SEK"))
                    .setParameter("zone", ZoneId.of("Europe/Stockholm"))
                    .setParameter("locales", List.of(Locale.of("sv", "SE")))
                    .getResultList());
            assertEquals(
                Currency.getInstance("SEK"),
                manager
                    .createQuery("select b.currency from Branch b", Currency.class)
                    .getSingleResult());
            assertEquals(
                branch.page.toExternalForm(),
                manager.find(Branch.class, "Lund").page.toExternalForm());
          });
      // What was only read is not written; a time zone that was changed in place is.
      unit.inTransaction(
          manager -> {
            var found = manager.find(Branch.class, "Lund");
            assertEquals(List.of(), unit.statements(manager::flush));
            found.timeZone.setID("UTC");
          });
      assertEquals("UTC", unit.value("select timezone from branch"));
    }
  }

  /// Spellings that `Locale.toString()` has, and their locales.
  @Test
  void locales_come_back_as_they_went() {
    var tags =
        List.of(
            "und", "de", "de-AT", "zh-Hant-TW", "zh-Hant", "th-TH-u-nu-thai", "sr-Latn-RS-x-old");
    try (var unit = TestUnit.of(Branch.class)) {
      for (String tag : tags) {
        unit.inTransaction(
            manager -> {
              var branch = new Branch();
              branch.name = tag;
              branch.locale = Locale.forLanguageTag(tag);
              manager.persist(branch);
            });
        assertEquals(
            Locale.forLanguageTag(tag),
            unit.query(manager -> manager.find(Branch.class, tag)).locale,
            tag);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"currency", "timezone", "zone", "page"})
  void what_names_nothing_is_told(String column) {
    try (var unit = TestUnit.with(Map.of(), Branch.class)) {
      unit.sql("insert into branch (name, %s) values ('x', 'Nowhere At All')".formatted(column));
      var failure =
          assertThrows(
              PersistenceException.class,
              () -> unit.inTransaction(manager -> manager.find(Branch.class, "x")));
      assertTrue(failure.getMessage().contains("Nowhere At All"), failure::getMessage);
    }
  }
}
