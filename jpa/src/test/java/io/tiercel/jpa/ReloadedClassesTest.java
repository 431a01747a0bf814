package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Stamp;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.PersistenceConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Entity classes that a class loader of their own has, as tools that restart an application and
/// servers that deploy it anew have them.
@Timeout(120)
class ReloadedClassesTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  /// Has its own version of one package.
  private static final class Reloading extends ClassLoader {
    private static final String PACKAGE = Stamp.class.getPackageName() + ".";

    Reloading() {
      super(ReloadedClassesTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(PACKAGE)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known != null ? known : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /// Opens a unit with the loader's classes, uses it and closes it.
  private static WeakReference<ClassLoader> useOnce(String url) throws ClassNotFoundException {
    var loader = new Reloading();
    Class<?> type = loader.loadClass(Stamp.class.getName());
    assertNotSame(Stamp.class, type);
    try (var factory =
        new PersistenceConfiguration("reloaded")
            .managedClass(type)
            .property(PersistenceConfiguration.JDBC_URL, url)
            .property(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create")
            .createEntityManagerFactory()) {
      long count =
          factory.callInTransaction(
              manager -> {
                manager.persist(instance(type));
                manager.flush();
                manager.clear();
                var found = manager.createQuery("from Stamp", type).getResultList();
                assertTrue(type.isInstance(found.getFirst()));
                return (long) found.size();
              });
      assertTrue(count > 0);
    }
    return new WeakReference<>(loader);
  }

  private static Object instance(Class<?> type) {
    try {
      var constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  @Test
  void classes_are_used_again_from_another_loader_and_let_go() throws Exception {
    try (var database = TestServer.v18().newDatabase()) {
      var first = useOnce(database.jdbcUrl());
      useOnce(database.jdbcUrl());
      long until = System.nanoTime() + DEADLINE.toNanos();
      while (first.get() != null && System.nanoTime() < until) {
        System.gc();
      }
      assertNull(first.get(), "something still holds the classes of a closed unit");
    }
  }
}
