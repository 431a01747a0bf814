package io.tiercel.lab.cache;

import io.tiercel.cache.SharedCacheMXBean;
import java.io.IOException;
import java.util.Comparator;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `tiercel cache`: what the shared caches of a running application have and do. Exit code 1 when
/// it has none.
@Command(
    name = "cache",
    mixinStandardHelpOptions = true,
    description = {
      "Look at the shared cache of a running application: what it holds, hits, misses, rows that"
          + " were not stored and why, how far the stream has come.",
      "Without PROCESS the Java processes of this user are listed."
    })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
public final class CacheCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PROCESS",
      description = "A process id of this machine, or a JMX address (service:jmx:…).")
  private @Nullable String process;

  /// For picocli.
  public CacheCommand() {}

  @Override
  public void run() {
    var out = spec.commandLine().getOut();
    String asked = process;
    if (asked == null) {
      RunningJvm.list().forEach(out::println);
      out.println("Which one? tiercel cache PROCESS");
      out.flush();
      return;
    }
    try (var jvm = RunningJvm.connect(asked)) {
      var caches = jvm.server().queryNames(SharedCacheMXBean.pattern(), null);
      if (caches.isEmpty()) {
        throw RunningJvm.failure(
            "process %s has no shared cache".formatted(asked),
            "A unit shows its cache once an entity with @Cacheable was used, and until it is"
                + " closed.",
            null);
      }
      for (var name : caches.stream().sorted(Comparator.naturalOrder()).toList()) {
        CacheReport.lines(title(name), bean(jvm.server(), name)).forEach(out::println);
      }
      out.flush();
    } catch (IOException e) {
      throw RunningJvm.failure("process %s does not answer".formatted(asked), null, e);
    }
  }

  private static SharedCacheMXBean bean(MBeanServerConnection server, ObjectName name) {
    return JMX.newMXBeanProxy(server, name, SharedCacheMXBean.class);
  }

  private static String title(ObjectName name) {
    String number = name.getKeyProperty("number");
    String unit = ObjectName.unquote(name.getKeyProperty("name"));
    return number == null ? unit : unit + " #" + number;
  }
}
