package io.tiercel.inside.samples;

import io.tiercel.inside.PgException;
import io.tiercel.inside.PgLogLevel;
import io.tiercel.inside.PgSession;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Functions for the tests.
public final class Samples {
  /// How many elements of [#counted] were computed.
  private static final AtomicLong COMPUTED = new AtomicLong();

  private Samples() {}

  public record Named(int id, @Nullable String name) {}

  public static int add(int a, int b) {
    return a + b;
  }

  public static int plusOne(int a) {
    return a + 1;
  }

  public static int[] plusEach(int[] values) {
    int[] result = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = values[i] + 1;
    }
    return result;
  }

  public static int plusByQuery(int a) {
    return PgSession.current().query(int.class, "select $1 + 1", a).getFirst();
  }

  public static String stripped(String text) {
    return text.strip();
  }

  public static String overloaded(int v) {
    return "int " + v;
  }

  public static String overloaded(String v) {
    return "text " + v;
  }

  public static Named named(int id) {
    return new Named(id, "n" + id);
  }

  public static @Nullable Named noName() {
    return null;
  }

  public static Object[] row(int id) {
    return new Object[] {id, null};
  }

  public static Stream<Named> names(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> new Named(i, i % 3 == 0 ? null : "n" + i));
  }

  public static Iterator<Integer> numbers(int count) {
    return IntStream.rangeClosed(1, count).iterator();
  }

  public static List<String> words(String text) {
    return List.of(text.split(" "));
  }

  public static Iterator<Integer> failsAfter(int count) {
    return IntStream.iterate(1, i -> i + 1)
        .peek(
            i -> {
              if (i > count) {
                throw new PgException("22012", "no more");
              }
            })
        .iterator();
  }

  public static LongStream counted(long count) {
    COMPUTED.set(0);
    return LongStream.rangeClosed(1, count).peek(_ -> COMPUTED.incrementAndGet());
  }

  public static long computed() {
    return COMPUTED.get();
  }

  public static void nothing() {}

  // errors

  /// Each fails in another way.
  public static int fail(String how) throws SQLException {
    return switch (how) {
      case "sql" -> throw new SQLException("divided by nothing", "22012");
      case "pg" ->
          throw new PgException("P0777", "no luck", "It was the seventh time.", "Try again.", null);
      case "state" -> throw new IllegalStateException("bad state");
      case "success" -> throw new SQLException("all is well", "00000");
      default -> 0;
    };
  }

  public static int recursion(int depth) {
    return depth < 0 ? 0 : recursion(depth + 1) + 1;
  }

  public static long allocation() {
    List<long[]> all = new ArrayList<>();
    while (Runtime.getRuntime().maxMemory() > 0) {
      all.add(new long[1024 * 1024]);
    }
    return all.size();
  }

  public static String zero() {
    return "a\0b";
  }

  public static String longText(int length) {
    return "x".repeat(length);
  }

  // threads that do not end by themselves

  private static volatile byte[] garbage = {0};

  public static void garbage() {
    while (garbage.length > 0) {
      garbage = new byte[64 * 1024];
    }
  }

  public static long endlessLoop() {
    long sum = 0;
    for (long i = 0; ; i++) {
      sum += i;
      if (sum == -1) {
        return sum;
      }
    }
  }

  public static boolean endlessRegex() {
    return Pattern.compile("(.*)".repeat(12) + "x").matcher("a".repeat(300)).matches();
  }

  public static void sleep() throws InterruptedException {
    Thread.sleep(Long.MAX_VALUE);
  }

  public static void nap(long millis) throws InterruptedException {
    Thread.sleep(millis);
  }

  public static void stubborn() {
    while (true) {
      try {
        endlessLoop();
      } catch (Throwable e) {
        System.err.println("not me: " + e);
      }
    }
  }

  public static void endlessCallbacks() {
    while (true) {
      PgSession.current().execute("select 1");
    }
  }

  /// The threads that serve backends now.
  public static int busyThreads() {
    return (int)
            Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().startsWith("pgjava backend"))
                .filter(
                    thread ->
                        Stream.of(thread.getValue())
                            .anyMatch(
                                frame -> frame.getClassName().equals(Samples.class.getName())))
                .count()
        - 1;
  }

  // statements

  public static int countRows(String table) {
    return PgSession.current().query(int.class, "select count(*)::int from " + table).getFirst();
  }

  public static long insert(int id, @Nullable String name) {
    return PgSession.current().execute("insert into item values ($1, $2)", id, name);
  }

  public static String firstName(int id) {
    List<@Nullable Named> rows =
        PgSession.current().query(Named.class, "select id, name from item where id = $1", id);
    return rows.isEmpty() ? "nobody" : String.valueOf(rows.getFirst());
  }

  public static String state(String sql) {
    try {
      PgSession.current().execute(sql);
      return "fine";
    } catch (PgException e) {
      return e.sqlState() + " " + e.message() + " " + e.hint();
    }
  }

  public static long inSavepoint(int id, boolean fails) throws Exception {
    try {
      PgSession.current()
          .inSavepoint(
              () -> {
                insert(id, "saved");
                insert(id + 1, "saved");
                if (fails) {
                  throw new IllegalStateException("undo");
                }
                return null;
              });
    } catch (IllegalStateException e) {
      return -1;
    }
    return countRows("item");
  }

  /// Calls itself through SQL.
  public static int factorial(int n) {
    return n <= 1
        ? 1
        : n * PgSession.current().query(int.class, "select factorial($1)", n - 1).getFirst();
  }

  public static int outerOf(String sql) {
    try {
      return PgSession.current().query(int.class, sql).getFirst();
    } catch (PgException e) {
      throw new PgException("P0778", "inner: " + e.sqlState() + " " + e.message());
    }
  }

  public static void say(String level, String message) {
    PgSession.current().log(PgLogLevel.valueOf(level), message);
  }

  public static void warn(String state, String detail, String hint) {
    PgSession.current()
        .log(PgLogLevel.WARNING, new PgException(state, "be careful", detail, hint, null));
  }

  public static int calls() {
    return (int) PgSession.current().attributes().merge("calls", 1, (a, b) -> (int) a + (int) b);
  }

  public static String who() {
    PgSession session = PgSession.current();
    return session.database() + " " + session.user() + " " + session.timeZone();
  }

  public static int workerPid() {
    return (int) ProcessHandle.current().pid();
  }

  public static int manyStatements(int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += PgSession.current().query(int.class, "select " + i).getFirst();
    }
    return sum;
  }

  public static void fromAnotherThread() throws InterruptedException {
    PgSession session = PgSession.current();
    var failure = new Throwable[1];
    var thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    session.execute("select 1");
                  } catch (RuntimeException e) {
                    failure[0] = e;
                  }
                });
    thread.join();
    throw new PgException("55000", String.valueOf(failure[0]));
  }
}
