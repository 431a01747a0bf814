package io.tiercel.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import io.tiercel.spring.sample.Application;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;

/// What the developer tools of Spring Boot do when a class has changed: they close the context and
/// open it again with a class loader of its own for the application, while libraries keep theirs.
@NullUnmarked // a null where none is expected fails the test by itself
class RestartTest {

  /// Loads the classes of the application itself.
  private static final class Restarted extends ClassLoader {
    private static final String OWN = Application.class.getPackageName() + ".";

    Restarted() {
      super(RestartTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(OWN)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known != null ? known : defined(name);
      }
    }

    private Class<?> defined(String name) throws ClassNotFoundException {
      try (var file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (file == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void an_application_is_restarted_with_other_classes() throws Exception {
    try (var database = TestServer.v18().newDatabase()) {
      Class<?> first = wroteOne(database.jdbcUrl(), "drop-and-create", 1);
      Class<?> second = wroteOne(database.jdbcUrl(), "validate", 2);
      assertNotSame(first, second);
    }
  }

  /// Runs the application with its classes loaded anew, and writes something.
  ///
  /// @param writers how many there are then
  /// @return the entity class
  private static Class<?> wroteOne(String url, String schema, long writers) throws Exception {
    var thread = Thread.currentThread();
    var before = thread.getContextClassLoader();
    var loader = new Restarted();
    thread.setContextClassLoader(loader);
    try (var context = run(loader, url, schema)) {
      Class<?> entity = loader.loadClass(Application.class.getPackageName() + ".Writer");
      Object writer = entity.getConstructor(String.class).newInstance("Writer " + writers);
      entity.getMethod("write", String.class, int.class).invoke(writer, "First", 1990);
      var factory = context.getBean(EntityManagerFactory.class);
      factory.runInTransaction(manager -> manager.persist(writer));
      assertEquals(writers, books(factory, entity));
      assertInstanceOf(entity, lazyWriter(factory));
      return entity;
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static long books(EntityManagerFactory factory, Class<?> entity) {
    return factory.callInTransaction(
        manager ->
            manager
                .createQuery("select b.writer from Book b", Object.class)
                .getResultList()
                .stream()
                .filter(entity::isInstance)
                .count());
  }

  /// What is generated for a lazy association is of the classes of this loader, too.
  private static Object lazyWriter(EntityManagerFactory factory) throws Exception {
    try (var manager = factory.createEntityManager()) {
      Object book =
          manager.createQuery("from Book", Object.class).setMaxResults(1).getSingleResult();
      return book.getClass().getMethod("getWriter").invoke(book);
    }
  }

  private static ConfigurableApplicationContext run(ClassLoader loader, String url, String schema)
      throws ClassNotFoundException {
    return new SpringApplicationBuilder(loader.loadClass(Application.class.getName()))
        .resourceLoader(new DefaultResourceLoader(loader))
        .web(WebApplicationType.NONE)
        .properties(
            Map.of(
                "spring.datasource.url", url,
                "spring.main.banner-mode", "off",
                "logging.level.root", "warn",
                "spring.flyway.enabled", "false",
                "spring.jpa.properties.jakarta.persistence.schema-generation.database.action",
                    schema))
        .run();
  }
}
