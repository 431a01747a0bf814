package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Version;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.MessageInterpolator;
import jakarta.validation.Validation;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.validation.groups.Default;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// When entities are validated, by which groups, and what a violation does (Jakarta Persistence
/// 3.2, sections 3.7 and 8.2.1.8).
@NullUnmarked // a null where none is expected fails the test by itself
class ValidationTest {
  private static final String MODE = "jakarta.persistence.validation.mode";
  private static final String GROUP = "jakarta.persistence.validation.group.";

  interface Strict {}

  interface Archived {}

  @Entity(name = "Ticket")
  static class Ticket {
    @Id @GeneratedValue @NotNull Long id;
    @Version @NotNull Integer version;
    @NotBlank String title;

    @Size(max = 5)
    String code;

    @Max(value = 9, groups = Strict.class)
    int priority;

    @AssertTrue(groups = Archived.class)
    boolean closed;

    Ticket() {}

    Ticket(String title) {
      this.title = title;
    }
  }

  @Entity(name = "Stamped")
  static class Stamped {
    @Id @GeneratedValue Long id;
    @NotNull String created;
    String text;

    @Size(min = 3)
    String changed;

    @PrePersist
    void create() {
      created = "now";
    }

    @PreUpdate
    void change() {
      changed = text;
    }
  }

  @Entity(name = "Plain")
  static class Plain {
    @Id @GeneratedValue Long id;
    String text;
  }

  private static long count(TestUnit unit) {
    return (Long) unit.value("select count(*) from Ticket");
  }

  private static ConstraintViolationException violated(TestUnit unit, Ticket ticket) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      var violated =
          assertThrows(ConstraintViolationException.class, () -> manager.persist(ticket));
      assertTrue(manager.getTransaction().getRollbackOnly());
      assertThrows(RollbackException.class, manager.getTransaction()::commit);
      return violated;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "callback", ""})
  void what_is_not_valid_is_not_persisted_and_the_transaction_cannot_commit(String mode) {
    try (TestUnit unit = TestUnit.with(Map.of(MODE, mode), Ticket.class)) {
      var ticket = new Ticket(" ");
      ticket.code = "too long";
      var violated = violated(unit, ticket);
      assertEquals(2, violated.getConstraintViolations().size());
      assertTrue(violated.getMessage().contains("Ticket.title"), violated::getMessage);
      assertTrue(violated.getMessage().contains("Ticket.code"), violated::getMessage);
      assertEquals(0, count(unit));
    }
  }

  @Test
  void what_was_not_valid_is_new_again_once_it_is_mended() {
    try (TestUnit unit = TestUnit.of(Ticket.class)) {
      var ticket = new Ticket(null);
      violated(unit, ticket);
      assertNull(ticket.id);
      ticket.title = "mended";
      unit.inTransaction(manager -> manager.persist(ticket));
      assertEquals(1, count(unit));
    }
  }

  @Test
  void mode_none_validates_nothing() {
    try (TestUnit unit = TestUnit.with(Map.of(MODE, "NONE"), Ticket.class)) {
      unit.inTransaction(manager -> manager.persist(new Ticket(null)));
      assertEquals(1, count(unit));
    }
  }

  @Test
  void a_new_instance_may_be_validated_by_the_flush_alone() {
    var atFlush = Map.of("tiercel.validation.at", "flush");
    try (TestUnit unit = TestUnit.with(atFlush, Ticket.class);
        EntityManager manager = unit.factory().createEntityManager()) {
      unit.inTransaction(
          other -> {
            var ticket = new Ticket(null);
            other.persist(ticket);
            ticket.title = "filled in later";
          });
      assertEquals(1, count(unit));
      manager.getTransaction().begin();
      manager.persist(new Ticket(null));
      var violated = assertThrows(ConstraintViolationException.class, manager::flush);
      assertTrue(violated.getMessage().startsWith("cannot persist Ticket"), violated::getMessage);
      manager.getTransaction().rollback();
      assertEquals(1, count(unit));
    }
    var refused =
        assertThrows(
            PersistenceException.class,
            () -> TestUnit.with(Map.of("tiercel.validation.at", "commit"), Ticket.class));
    assertTrue(
        refused.getMessage().contains("must be persist or flush, got \"commit\""),
        refused::getMessage);
  }

  @Test
  void the_earlier_spelling_of_the_mode_is_taken_too() {
    var none = Map.of("javax.persistence.validation.mode", "NONE");
    try (TestUnit unit = TestUnit.with(none, Ticket.class)) {
      unit.inTransaction(manager -> manager.persist(new Ticket(null)));
      assertEquals(1, count(unit));
    }
  }

  @Test
  void a_change_is_validated_when_it_is_flushed() {
    try (TestUnit unit = TestUnit.of(Ticket.class);
        EntityManager manager = unit.factory().createEntityManager()) {
      unit.inTransaction(other -> other.persist(new Ticket("first")));
      manager.getTransaction().begin();
      Ticket ticket = manager.createQuery("from Ticket", Ticket.class).getSingleResult();
      ticket.title = "";
      var violated = assertThrows(ConstraintViolationException.class, manager::flush);
      assertTrue(violated.getMessage().startsWith("cannot update Ticket"), violated::getMessage);
      assertTrue(manager.getTransaction().getRollbackOnly());
      manager.getTransaction().rollback();
      assertEquals("first", unit.value("select title from Ticket"));
    }
  }

  @Test
  void a_commit_that_finds_a_violation_rolls_back_and_tells_it_as_the_cause() {
    try (TestUnit unit = TestUnit.of(Ticket.class)) {
      unit.inTransaction(manager -> manager.persist(new Ticket("first")));
      var failed =
          assertThrows(
              RollbackException.class,
              () ->
                  unit.inTransaction(
                      manager ->
                          manager.createQuery("from Ticket", Ticket.class).getSingleResult().title =
                              ""));
      assertInstanceOf(ConstraintViolationException.class, failed.getCause());
      assertTrue(failed.getMessage().contains("Ticket.title"), failed::getMessage);
      assertEquals("first", unit.value("select title from Ticket"));
    }
  }

  @Test
  void what_becomes_invalid_between_persist_and_flush_is_not_stored() {
    try (TestUnit unit = TestUnit.of(Ticket.class)) {
      var failed =
          assertThrows(
              RollbackException.class,
              () ->
                  unit.inTransaction(
                      manager -> {
                        var ticket = new Ticket("valid");
                        manager.persist(ticket);
                        ticket.title = null;
                      }));
      assertInstanceOf(ConstraintViolationException.class, failed.getCause());
      assertEquals(0, count(unit));
    }
  }

  @Test
  void merging_validates_what_was_merged() {
    try (TestUnit unit = TestUnit.of(Ticket.class)) {
      unit.inTransaction(manager -> manager.merge(new Ticket("new")));
      assertEquals(1, count(unit));
      assertThrows(
          ConstraintViolationException.class,
          () -> unit.inTransaction(manager -> manager.merge(new Ticket(null))));
    }
  }

  @Test
  void the_callbacks_come_first() {
    try (TestUnit unit = TestUnit.of(Stamped.class)) {
      var stamped = new Stamped();
      unit.inTransaction(manager -> manager.persist(stamped));
      assertThrows(
          RollbackException.class,
          () -> unit.inTransaction(manager -> manager.find(Stamped.class, stamped.id).text = "ab"));
      unit.inTransaction(manager -> manager.find(Stamped.class, stamped.id).text = "abc");
      assertEquals("abc", unit.value("select changed from Stamped"));
    }
  }

  @Test
  void what_did_not_change_is_not_validated() {
    try (TestUnit unit = TestUnit.of(Ticket.class)) {
      unit.inTransaction(manager -> manager.persist(new Ticket("valid")));
      unit.sql("update Ticket set title = ''");
      unit.inTransaction(
          manager -> manager.createQuery("from Ticket", Ticket.class).getSingleResult());
    }
  }

  @Test
  void groups_may_be_classes_and_names() {
    var groups =
        Map.of(
            GROUP + "pre-persist",
            Strict.class,
            GROUP + "pre-update",
            Default.class.getName() + ", " + Strict.class.getName(),
            GROUP + "pre-remove",
            new Class<?>[] {Archived.class});
    try (TestUnit unit = TestUnit.with(groups, Ticket.class)) {
      var hasty = new Ticket("hasty");
      hasty.priority = 10;
      assertTrue(violated(unit, hasty).getMessage().contains("Ticket.priority"));
      var ticket = new Ticket(null);
      unit.inTransaction(manager -> manager.persist(ticket));
      var update =
          assertThrows(
              RollbackException.class,
              () ->
                  unit.inTransaction(
                      manager -> manager.find(Ticket.class, ticket.id).priority = 11));
      assertTrue(update.getMessage().contains("violates 2 constraints"), update::getMessage);
      var remove =
          assertThrows(
              ConstraintViolationException.class,
              () ->
                  unit.inTransaction(
                      manager -> manager.remove(manager.find(Ticket.class, ticket.id))));
      assertTrue(remove.getMessage().startsWith("cannot remove Ticket"), remove::getMessage);
      assertEquals(1, count(unit));
    }
  }

  @Test
  void without_groups_of_its_own_a_removal_is_not_validated() {
    try (TestUnit unit = TestUnit.of(Ticket.class)) {
      var ticket = new Ticket("valid");
      unit.inTransaction(manager -> manager.persist(ticket));
      unit.sql("update Ticket set title = ''");
      unit.inTransaction(manager -> manager.remove(manager.find(Ticket.class, ticket.id)));
      assertEquals(0, count(unit));
    }
  }

  @Test
  void an_event_whose_groups_are_empty_is_not_validated() {
    var noGroups = Map.of(GROUP + "pre-persist", "");
    try (TestUnit unit = TestUnit.with(noGroups, Ticket.class)) {
      unit.inTransaction(manager -> manager.persist(new Ticket(null)));
      assertEquals(1, count(unit));
    }
  }

  @Test
  void a_group_that_is_none_is_refused_when_the_unit_opens() {
    for (Object wrong : List.of("no.such.Group", String.class, 7)) {
      var refused =
          assertThrows(
              PersistenceException.class,
              () -> TestUnit.with(Map.of(GROUP + "pre-update", wrong), Ticket.class));
      assertTrue(refused.getMessage().contains(GROUP + "pre-update"), refused::getMessage);
    }
  }

  @Test
  void a_factory_that_is_given_validates_and_stays_open() {
    MessageInterpolator own =
        new MessageInterpolator() {
          @Override
          public String interpolate(String template, Context context) {
            return "is not to our liking";
          }

          @Override
          public String interpolate(String template, Context context, Locale locale) {
            return interpolate(template, context);
          }
        };
    try (var factory =
        Validation.byDefaultProvider()
            .configure()
            .messageInterpolator(own)
            .buildValidatorFactory()) {
      var given = Map.of("jakarta.persistence.validation.factory", factory);
      try (TestUnit unit = TestUnit.with(given, Ticket.class)) {
        var violated = violated(unit, new Ticket(null));
        assertEquals(
            "cannot persist Ticket: it violates a constraint\nTicket.title is not to our liking",
            violated.getMessage());
      }
      assertFalse(factory.getValidator().validate(new Ticket(null)).isEmpty());
    }
  }

  @Test
  void a_factory_that_is_none_is_refused_when_the_unit_opens() {
    var wrong = Map.of("jakarta.persistence.validation.factory", "mine");
    var refused =
        assertThrows(PersistenceException.class, () -> TestUnit.with(wrong, Ticket.class));
    assertTrue(refused.getMessage().contains("ValidatorFactory"), refused::getMessage);
  }

  @Test
  void many_new_instances_are_validated_and_written_in_as_many_round_trips_as_others() {
    try (TestUnit unit = TestUnit.of(Ticket.class, Plain.class)) {
      unit.inTransaction(
          manager -> {
            manager.persist(new Ticket("first"));
            manager.persist(new Plain());
          });
      long plain =
          unit.roundTrips(
              () ->
                  unit.inTransaction(
                      manager -> {
                        for (int i = 0; i < 40; i++) {
                          manager.persist(new Plain());
                        }
                      }));
      long validated =
          unit.roundTrips(
              () ->
                  unit.inTransaction(
                      manager -> {
                        for (int i = 0; i < 40; i++) {
                          manager.persist(new Ticket("ticket " + i));
                        }
                      }));
      assertEquals(plain, validated);
      assertEquals(41, count(unit));
    }
  }
}
