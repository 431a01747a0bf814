package io.tiercel.inside.samples;

import io.tiercel.inside.PgSession;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Functions that try to get out of a confined worker. Each returns what it got, or throws what
/// stopped it.
public final class Climber {
  private Climber() {}

  public static String read(String file) throws IOException {
    return Files.readString(Path.of(file));
  }

  public static int list(String directory) throws IOException {
    try (var files = Files.list(Path.of(directory))) {
      return (int) files.count();
    }
  }

  public static String write(String file) throws IOException {
    return Files.writeString(Path.of(file), "climbed").toString();
  }

  public static String chmod(String file) throws IOException {
    return Files.setPosixFilePermissions(
            Path.of(file), PosixFilePermissions.fromString("---------"))
        .toString();
  }

  public static boolean delete(String file) throws IOException {
    return Files.deleteIfExists(Path.of(file));
  }

  public static int run(String program) throws IOException, InterruptedException {
    var process = new ProcessBuilder(program).start();
    return process.waitFor(10, TimeUnit.SECONDS) ? process.exitValue() : -1;
  }

  public static String connect(int port) throws IOException {
    try (var socket =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
      return socket.toString();
    }
  }

  public static String datagram() throws IOException {
    try (var socket = DatagramChannel.open()) {
      return socket.toString();
    }
  }

  public static String connectUnix(String path) throws IOException {
    try (var socket = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      return socket.toString();
    }
  }

  public static String listenUnix(String path) throws IOException {
    try (var socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      return socket.bind(UnixDomainSocketAddress.of(path)).toString();
    }
  }

  /// Ends another process; needs no native code.
  public static boolean end(int pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::destroyForcibly).orElse(false);
  }

  /// The errno of a system call; 0 if it went well. User code of this kind has native access.
  @SuppressWarnings("restricted") // that is the point
  public static int call(long number, long... arguments) throws Throwable {
    var linker = Linker.nativeLinker();
    var longs = ValueLayout.JAVA_LONG;
    var state = Linker.Option.captureCallState("errno");
    var syscall =
        linker.downcallHandle(
            linker.defaultLookup().find("syscall").orElseThrow(),
            FunctionDescriptor.of(longs, longs, longs, longs, longs, longs, longs, longs),
            state);
    long[] six = java.util.Arrays.copyOf(arguments, 6);
    try (var arena = Arena.ofConfined()) {
      MemorySegment captured = arena.allocate(Linker.Option.captureStateLayout());
      long result =
          (long) syscall.invoke(captured, number, six[0], six[1], six[2], six[3], six[4], six[5]);
      return result >= 0 ? 0 : captured.get(ValueLayout.JAVA_INT, 0);
    }
  }

  /// Memory outside of the heap, without end.
  public static long allocateNative() {
    var arena = Arena.global();
    long sum = 0;
    while (sum >= 0) {
      sum += arena.allocate(64 << 20, 8).fill((byte) 1).byteSize();
    }
    return sum;
  }

  public static int allocateHeap() {
    List<byte[]> all = new ArrayList<>();
    while (all.size() < Integer.MAX_VALUE) {
      all.add(new byte[1 << 20]);
    }
    return all.size();
  }

  public static boolean sees(String className) {
    try {
      Class.forName(className, false, Thread.currentThread().getContextClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  public static int pid() {
    return (int) ProcessHandle.current().pid();
  }

  public static String currentUser() {
    return PgSession.current().query(String.class, "select current_user::text").getFirst();
  }

  public static long statement(String sql) {
    return PgSession.current().execute(sql);
  }
}
