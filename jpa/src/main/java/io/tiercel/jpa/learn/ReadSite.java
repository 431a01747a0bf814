package io.tiercel.jpa.learn;

import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A kind of read, and what has been learned of it. Safe for any number of threads: a read counts
/// itself and looks at two fields, without a lock.
///
/// A read is either observed, and then goes without what was learned, or carries it. At first every
/// read is observed; where nothing is to be learned every eighth, and where something was, every
/// sixteenth, so that it is unlearned when the application changes its ways.
///
/// @param <P> what readers are given: the paths in a form of theirs
public final class ReadSite<P> {
  private static final int IDLE_PERIOD = 8;
  private static final int LEARNED_PERIOD = 16;
  private static final int MAX_PATHS = 32;
  private static final int MAX_CARRIED = 8;

  /// Of all carried paths together in one read.
  private static final int MAX_ROWS = 500;

  private static final int MAX_PATIENCE = 1 << 15;

  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");
  private static final VarHandle READS = reads();

  private final String name;
  private final Function<Set<String>, P> planner;
  private volatile @Nullable P plan;
  private volatile int period = 1;

  /// Accessed without order: a read that is lost from the count does no harm.
  @SuppressWarnings("unused") // by the handle
  private int reads;

  // Guarded by this from here on.
  private final Map<String, PathHistory> histories = new LinkedHashMap<>();
  private Set<String> carried = Set.of();
  private int observed;

  /// How many observed reads are passed over, after one that carried too much.
  private int pause;

  private int patience = PathHistory.WINDOW;

  /// @param name for people
  /// @param planner makes of paths what readers are given
  ReadSite(String name, Function<Set<String>, P> planner) {
    this.name = name;
    this.planner = planner;
  }

  private static VarHandle reads() {
    try {
      return MethodHandles.lookup().findVarHandle(ReadSite.class, "reads", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// Counts one more read. Whether it is observed; then it carries nothing.
  public boolean isNextObserved() {
    int next = (int) READS.getOpaque(this) + 1;
    READS.setOpaque(this, next);
    return (next & (period - 1)) == 0;
  }

  /// What a read is to carry; null for nothing.
  public @Nullable P plan() {
    return plan;
  }

  /// For people.
  String name() {
    return name;
  }

  /// The paths that reads carry.
  synchronized Set<String> carried() {
    return carried;
  }

  /// One more read was observed to its end.
  ///
  /// @param rows that it loaded, by path
  synchronized void observed(Map<String, Integer> rows) {
    if (pause > 0) {
      pause--;
      return;
    }
    observed = Math.min(observed + 1, PathHistory.WINDOW);
    for (String path : rows.keySet()) {
      if (histories.size() < MAX_PATHS) {
        histories.computeIfAbsent(path, _ -> new PathHistory());
      }
    }
    histories.forEach((path, history) -> history.observed(rows.getOrDefault(path, -1)));
    histories.values().removeIf(PathHistory::isEmpty);
    carry(chosen());
  }

  /// A read that carried something brought that many rows with it. One that brought too many ends
  /// it, and it takes longer each time until it is tried again.
  public void carried(int rows) {
    if (rows > MAX_ROWS) {
      forget(rows);
    }
  }

  private synchronized void forget(int rows) {
    if (carried.isEmpty()) {
      return;
    }
    LOG.log(
        Level.INFO,
        () -> "%s brought %d rows with it, and goes without for a time".formatted(name, rows));
    patience = Math.min(2 * patience, MAX_PATIENCE);
    pause = patience;
    observed = 0;
    histories.clear();
    carry(Set.of());
  }

  private Set<String> chosen() {
    Set<String> chosen = new LinkedHashSet<>();
    int rows = 0;
    // Shorter paths first: one is carried only with what leads to it.
    for (String path : byDepth()) {
      PathHistory history = history(path);
      boolean fits = chosen.size() < MAX_CARRIED && rows + history.rows() <= MAX_ROWS;
      if (fits && history.isWanted(observed, carried.contains(path)) && isReached(path, chosen)) {
        chosen.add(path);
        rows += history.rows();
      }
    }
    return chosen;
  }

  private PathHistory history(String path) {
    PathHistory history = histories.get(path);
    if (history == null) {
      throw new IllegalStateException("no such path: " + path);
    }
    return history;
  }

  private List<String> byDepth() {
    return histories.keySet().stream().sorted(Comparator.comparingInt(ReadTrace::depth)).toList();
  }

  /// What leads to it is carried, or has never to be loaded, because it is eager.
  private boolean isReached(String path, Set<String> chosen) {
    int end = path.lastIndexOf(ReadTrace.SEPARATOR);
    if (end < 0) {
      return true;
    }
    String owner = path.substring(0, end);
    return chosen.contains(owner) || !histories.containsKey(owner);
  }

  private void carry(Set<String> paths) {
    if (!paths.equals(carried)) {
      carried = Set.copyOf(paths);
      plan = paths.isEmpty() ? null : planner.apply(carried);
      LOG.log(
          Level.INFO,
          () ->
              "%s has learned to bring %s"
                  .formatted(name, paths.isEmpty() ? "nothing" : String.join(", ", paths)));
    }
    if (!paths.isEmpty()) {
      period = LEARNED_PERIOD;
    } else {
      period = observed < PathHistory.WINDOW && pause == 0 ? 1 : IDLE_PERIOD;
    }
  }
}
