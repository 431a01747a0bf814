package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.ValidationMode;
import jakarta.validation.constraints.NotNull;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Modes AUTO and CALLBACK where Bean Validation, its provider or what that needs is not on the
/// class path (Jakarta Persistence 3.2, section 8.2.1.8).
@NullUnmarked // a null where none is expected fails the test by itself
class ValidationProviderTest {

  @Entity(name = "Checked")
  static class Checked {
    @Id @GeneratedValue Long id;
    @NotNull String name;
  }

  /// Persists what is not valid, in a class path of its own; gives what came of it.
  public static final class Attempt implements BiFunction<String, String, String> {

    /// For the other class loader.
    public Attempt() {}

    @Override
    public String apply(String url, String mode) {
      var unit =
          new PersistenceConfiguration("unit")
              .managedClass(Checked.class)
              .validationMode(ValidationMode.valueOf(mode))
              .property(UnitProperties.URL, url)
              .property(UnitProperties.SCHEMA_ACTION, "drop-and-create");
      try (var factory = new TiercelPersistenceProvider().createEntityManagerFactory(unit)) {
        factory.runInTransaction(manager -> manager.persist(new Checked()));
        return "stored";
      } catch (RuntimeException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
      }
    }
  }

  private static String attempt(String mode, Predicate<String> leftOut) {
    Thread thread = Thread.currentThread();
    ClassLoader ofThread = thread.getContextClassLoader();
    try (TestDatabase database = TestServer.v18().newDatabase();
        var loader = new URLClassLoader(classPath(leftOut), ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(loader);
      @SuppressWarnings("unchecked") // the class of that name is an Attempt
      var attempt =
          (BiFunction<String, String, String>)
              loader.loadClass(Attempt.class.getName()).getConstructor().newInstance();
      return attempt.apply(database.jdbcUrl(), mode);
    } catch (ReflectiveOperationException | IOException e) {
      throw new AssertionError(e);
    } finally {
      thread.setContextClassLoader(ofThread);
    }
  }

  private static URL[] classPath(Predicate<String> leftOut) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(leftOut.negate())
        .map(ValidationProviderTest::url)
        .toArray(URL[]::new);
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isProvider(String entry) {
    return entry.contains("hibernate-validator");
  }

  private static boolean isApi(String entry) {
    return isProvider(entry) || entry.contains("jakarta.validation");
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "CALLBACK"})
  void with_a_provider_both_modes_validate(String mode) {
    String answer = attempt(mode, entry -> false);
    assertTrue(answer.startsWith("ConstraintViolationException: "), answer);
  }

  @Test
  void without_a_provider_mode_auto_validates_nothing() {
    assertEquals("stored", attempt("AUTO", ValidationProviderTest::isProvider));
    assertEquals("stored", attempt("AUTO", ValidationProviderTest::isApi));
  }

  @Test
  void without_a_provider_mode_callback_is_refused_and_told_what_to_add() {
    for (String answer :
        new String[] {
          attempt("CALLBACK", ValidationProviderTest::isProvider),
          attempt("CALLBACK", ValidationProviderTest::isApi)
        }) {
      assertTrue(answer.startsWith("PersistenceException: "), answer);
      assertTrue(answer.contains("org.hibernate.validator:hibernate-validator"), answer);
    }
  }

  @Test
  void a_provider_that_cannot_start_is_told_and_not_passed_over() {
    String answer = attempt("AUTO", entry -> entry.contains("expressly"));
    assertTrue(answer.startsWith("PersistenceException: "), answer);
    assertTrue(answer.contains("ExpressionFactory"), answer);
    assertTrue(answer.contains("jakarta.persistence.validation.mode"), answer);
  }
}
