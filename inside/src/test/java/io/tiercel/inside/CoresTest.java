package io.tiercel.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How many cores the extension believes that it may use, by control groups that are files of the
/// test. On a machine of one core they can be no fewer, and little is tested.
class CoresTest {
  private static final String PROGRAM =
      """
      #include "cores.h"
      #include <stdio.h>
      int main(int n, char **arguments) {
        return n != 3 || printf("%d", pgjava_cores(arguments[1], arguments[2])) < 1;
      }
      """;

  private Path directory;
  private Path mount;

  @BeforeEach
  void compile() throws Exception {
    InsideServer.orSkip(); // there is a compiler
    directory = Files.createTempDirectory("tiercel-cores");
    mount = Files.createDirectory(directory.resolve("mount"));
    Path source = Files.writeString(directory.resolve("main.c"), PROGRAM);
    String pgjava = Path.of("pgjava").toAbsolutePath().toString();
    output(
        List.of(
            "cc",
            "-Wall",
            "-Werror",
            "-I" + pgjava,
            "-o",
            directory + "/cores",
            source.toString(),
            pgjava + "/cores.c"));
  }

  @AfterEach
  void delete() {
    if (directory != null) {
      InsideServer.delete(directory);
    }
  }

  /// @param groups as in /proc/self/cgroup
  private int cores(String groups) throws Exception {
    Path list = Files.writeString(directory.resolve("groups"), groups);
    return Integer.parseInt(
        output(List.of(directory + "/cores", list.toString(), mount.toString())));
  }

  private static String output(List<String> command) throws Exception {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  private void write(String file, String text) throws IOException {
    Path path = mount.resolve(file);
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    Files.writeString(path, text + "\n");
  }

  /// Those of this process, without quotas.
  private static int all() throws Exception {
    return Integer.parseInt(output(List.of("nproc")));
  }

  @Test
  void without_a_quota_it_is_those_of_the_affinity() throws Exception {
    assertEquals(all(), cores(""));
    assertEquals(all(), cores("0::/\n"));
    assertEquals(all(), cores("no group\n"));
    write("a/cpu.max", "max 100000");
    assertEquals(all(), cores("0::/a\n"));
    write("a/cpu.max", "%d00000 100000".formatted(all() + 1));
    assertEquals(all(), cores("0::/a\n"));
  }

  @Test
  void a_quota_counts_in_whole_cores_and_is_one_at_least() throws Exception {
    write("a/cpu.max", "100000 100000");
    assertEquals(1, cores("0::/a\n"));
    write("a/cpu.max", "199999 100000");
    assertEquals(1, cores("0::/a\n"));
    write("a/cpu.max", "20000 100000");
    assertEquals(1, cores("0::/a\n"));
    write("a/cpu.max", "400000 200000");
    assertEquals(Math.min(2, all()), cores("0::/a\n"));
  }

  @Test
  void the_group_with_the_least_quota_counts_wherever_it_is() throws Exception {
    write("a/cpu.max", "100000 100000");
    write("a/b/cpu.max", "max 100000");
    write("a/b/c/cpu.max", "900000 100000");
    assertEquals(1, cores("0::/a/b/c\n"));
  }

  @Test
  void within_a_container_its_group_is_where_groups_are_mounted() throws Exception {
    write("cpu.max", "100000 100000");
    assertEquals(1, cores("0::/\n"));
    assertEquals(1, cores("0::/only/on/the/host\n"));
    assertEquals(1, cores("0::/../..\n"));
  }

  @Test
  void groups_of_version_1_count_as_well() throws Exception {
    String groups = "5:memory:/m\n4:cpuset:/a\n3:cpuacct,cpu:/a\n1:name=systemd:/\n0::/\n";
    write("cpu/a/cpu.cfs_quota_us", "-1");
    write("cpu/a/cpu.cfs_period_us", "100000");
    assertEquals(all(), cores(groups));
    write("cpu/a/cpu.cfs_quota_us", "150000");
    assertEquals(1, cores(groups));
    assertEquals(all(), cores("3:cpuacct:/a\n4:cpuset:/a\n"));
  }
}
