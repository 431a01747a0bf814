package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Every method of every interface of JDBC 4.3, called by reflection, so that none is forgotten:
/// what it answers, or the SQLSTATE it throws, is what pgjdbc does, but for the differences written
/// down in `every-method.txt`, each under its reason. What was called on one driver only, or on
/// none, is a difference too.
@NullUnmarked
@Timeout(900)
class EveryMethodContractTest {
  private static final Path DIFFERENCES = Path.of("src/test/resources/every-method.txt");
  private static final Path MANUAL = Path.of("../docs/driver.md");
  private static final String REASON = "# ";
  private static final String UNUSED = "never called";

  @EveryPostgres
  void every_method_does_what_it_does_in_pgjdbc_but_for_these(TestServer shared) throws Exception {
    try (TestServer server =
            shared.startAnother(
                TestServerOptions.defaults()
                    .setting("max_prepared_transactions", "5")
                    .hba("host all all 127.0.0.1/32 trust")); // thousands of connections
        var database = server.newDatabase()) {
      database.execute(Samples.SETUP);
      database.execute(Samples.ofTypes());
      var ours = new DriverUnderTest(DriverUnderTest.Kind.TIERCEL, server, database);
      var theirs = new DriverUnderTest(DriverUnderTest.Kind.PGJDBC, server, database);
      var different = new TreeSet<String>();
      for (Class<?> type : JdbcInterfaces.all()) {
        boolean isCalled = false;
        var ofType = new TreeSet<String>();
        for (Method method : JdbcInterfaces.methods(type)) {
          String mine = outcome(ours, type, method);
          String expected = expected(ours, theirs, type, method);
          isCalled |= !mine.startsWith(UNUSED);
          if (!mine.equals(expected) || mine.startsWith(UNUSED)) {
            ofType.add(signature(type, method) + ": " + Shown.difference(mine, expected));
          }
        }
        if (!isCalled) {
          ofType.clear();
          ofType.add(
              "%s: never called, implemented by %s"
                  .formatted(type.getSimpleName(), JdbcInterfaces.implementers(type)));
        }
        different.addAll(ofType);
      }
      assertEquals(String.join("\n", new TreeSet<>(lines(false))), String.join("\n", different));
    }
  }

  @Test
  void the_manual_gives_the_reason_of_each_difference() throws Exception {
    String manual = Files.readString(MANUAL);
    for (String reason : lines(true)) {
      String text = reason.substring(REASON.length());
      assertTrue(manual.contains("| " + text + " |"), text);
    }
  }

  private static List<String> lines(boolean areReasons) throws IOException {
    return Files.readAllLines(DIFFERENCES).stream()
        .filter(line -> !line.isEmpty() && line.startsWith(REASON) == areReasons)
        .toList();
  }

  private static String outcome(DriverUnderTest driver, Class<?> type, Method method)
      throws Exception {
    return MethodCall.outcome(driver, type, method);
  }

  /// pgjdbc takes no parameter of a call by its name: there the name has to mean the index.
  private static String expected(
      DriverUnderTest ours, DriverUnderTest theirs, Class<?> type, Method method) throws Exception {
    if (method.getDeclaringClass() == CallableStatement.class
        && method.getParameterCount() > 0
        && method.getParameterTypes()[0] == String.class) {
      Class<?>[] byIndex = method.getParameterTypes();
      byIndex[0] = int.class;
      return outcome(ours, type, CallableStatement.class.getMethod(method.getName(), byIndex));
    }
    return outcome(theirs, type, method);
  }

  private static String signature(Class<?> type, Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(
            Collectors.joining(", ", type.getSimpleName() + "." + method.getName() + "(", ")"));
  }
}
