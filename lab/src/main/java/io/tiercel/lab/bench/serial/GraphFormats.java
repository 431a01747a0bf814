package io.tiercel.lab.bench.serial;

import com.sun.management.ThreadMXBean;
import io.tiercel.lab.bench.serial.GraphOrder.Line;
import io.tiercel.lab.bench.serial.GraphOrder.Stage;
import io.tiercel.serial.ForyConverter;
import io.tiercel.serial.GraphConverter;
import io.tiercel.serial.JavaConverter;
import io.tiercel.serial.JsonConverter;
import io.tiercel.serial.KryoConverter;
import io.tiercel.serial.XmlConverter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// What a graph costs in each format of `tiercel-serial`: bytes stored, and for one writing and one
/// reading the time of the thread on a core and what it allocates. Rounds of the formats alternate;
/// the medians are told.
public final class GraphFormats {
  private static final int[] LINES = {1, 100};
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private GraphFormats() {}

  private static final class ByJson extends JsonConverter<GraphOrder> {
    ByJson() {
      super(Line.class, Stage.class);
    }
  }

  private static final class ByXml extends XmlConverter<GraphOrder> {
    ByXml() {
      super(Line.class, Stage.class);
    }
  }

  private static final class ByFory extends ForyConverter<GraphOrder> {
    ByFory() {
      super(Line.class, Stage.class);
    }
  }

  private static final class ByKryo extends KryoConverter<GraphOrder> {
    ByKryo() {
      super(Line.class, Stage.class);
    }
  }

  private static final class ByJava extends JavaConverter<GraphOrder> {
    ByJava() {
      super(Line.class, Stage.class);
    }
  }

  /// One format with one graph.
  private static final class Case<D> {
    final String name;
    final int lines;
    private final GraphConverter<GraphOrder, D> converter;
    private final GraphOrder order;
    private final D stored;
    private final List<double[]> rounds = new ArrayList<>();

    Case(String name, int lines, GraphConverter<GraphOrder, D> converter) {
      this.name = name;
      this.lines = lines;
      this.converter = converter;
      this.order = GraphOrder.of(lines);
      this.stored = write();
      if (!order.isLike(read())) {
        throw new IllegalStateException(name + " gives another order back");
      }
    }

    private D write() {
      D written = converter.convertToDatabaseColumn(order);
      if (written == null) {
        throw new IllegalStateException(name + " writes nothing");
      }
      return written;
    }

    private GraphOrder read() {
      GraphOrder read = converter.convertToEntityAttribute(stored);
      if (read == null) {
        throw new IllegalStateException(name + " reads nothing");
      }
      return read;
    }

    void round(int times, boolean isTimed) {
      long sum = 0;
      long cpu = THREADS.getCurrentThreadCpuTime();
      long bytes = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < times; i++) {
        sum += write().hashCode();
      }
      long writeCpu = THREADS.getCurrentThreadCpuTime() - cpu;
      long writeBytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
      cpu = THREADS.getCurrentThreadCpuTime();
      bytes = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < times; i++) {
        sum += read().lines.size();
      }
      long readCpu = THREADS.getCurrentThreadCpuTime() - cpu;
      long readBytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
      if (sum == Long.MIN_VALUE) {
        throw new IllegalStateException("it was all for nothing");
      }
      if (isTimed) {
        rounds.add(
            new double[] {
              (double) writeCpu / times,
              (double) readCpu / times,
              (double) writeBytes / times,
              (double) readBytes / times
            });
      }
    }

    private double median(int column) {
      double[] all = rounds.stream().mapToDouble(round -> round[column]).sorted().toArray();
      return all[all.length / 2];
    }

    String row() {
      int size =
          stored instanceof byte[] bytes
              ? bytes.length
              : stored.toString().getBytes(StandardCharsets.UTF_8).length;
      return "%-6s %5d %,8d %,10.0f %,10.0f %,10.0f %,10.0f"
          .formatted(name, lines, size, median(0), median(1), median(2), median(3));
    }
  }

  /// Measures.
  ///
  /// @param rounds timed ones of each case
  /// @param times a graph of one line is written and read in a round
  /// @return the lines of a table
  public static List<String> measure(int warmUp, int rounds, int times) {
    List<Case<?>> cases = new ArrayList<>();
    for (int lines : LINES) {
      cases.add(new Case<>("JSON", lines, new ByJson()));
      cases.add(new Case<>("Fory", lines, new ByFory()));
      cases.add(new Case<>("Kryo", lines, new ByKryo()));
      cases.add(new Case<>("XML", lines, new ByXml()));
      cases.add(new Case<>("Java", lines, new ByJava()));
    }
    for (int round = 0; round < warmUp + rounds; round++) {
      for (Case<?> each : cases) {
        each.round(Math.max(1, times / each.lines), round >= warmUp);
      }
    }
    List<String> table = new ArrayList<>();
    table.add(
        "%-6s %5s %8s %10s %10s %10s %10s"
            .formatted("format", "lines", "bytes", "write ns", "read ns", "write B", "read B"));
    cases.forEach(each -> table.add(each.row()));
    return table;
  }
}
