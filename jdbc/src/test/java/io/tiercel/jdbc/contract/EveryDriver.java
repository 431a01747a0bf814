package io.tiercel.jdbc.contract;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/// Runs a test with our driver and with pgjdbc on every server there is; the test takes a
/// [DriverUnderTest]. Each test class has a database of its own on each server, which both drivers
/// share.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}", autoCloseArguments = false)
@Timeout(60)
@ArgumentsSource(EveryDriver.Drivers.class)
public @interface EveryDriver {
  /// The drivers as arguments.
  final class Drivers implements ArgumentsProvider {
    private static final Namespace DATABASES = Namespace.create(EveryDriver.class);

    private record Key(Class<?> testClass, TestServer server) {}

    /// Dropped by JUnit when all tests are over.
    private record Held(TestDatabase database) implements AutoCloseable {
      @Override
      public void close() {
        database.close();
      }
    }

    /// Called by JUnit.
    public Drivers() {}

    @Override
    public Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      return TestServer.all().stream()
          .flatMap(
              server -> {
                TestDatabase database = database(context, server);
                return Arrays.stream(DriverUnderTest.Kind.values())
                    .map(kind -> Arguments.of(new DriverUnderTest(kind, server, database)));
              });
    }

    private static TestDatabase database(ExtensionContext context, TestServer server) {
      return context
          .getRoot()
          .getStore(DATABASES)
          .getOrComputeIfAbsent(
              new Key(context.getRequiredTestClass(), server),
              key -> new Held(server.newDatabase()),
              Held.class)
          .database();
    }
  }
}
