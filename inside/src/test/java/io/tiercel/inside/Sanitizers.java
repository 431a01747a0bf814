package io.tiercel.inside;

import io.tiercel.testkit.TestServerOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/// The compiler's checks of addresses and of undefined behaviour, in the extension. The server
/// itself is not compiled with them, so their library is loaded before it.
///
/// What they see of memory are the stack, static data, and blocks of malloc: PostgreSQL's memory
/// contexts take blocks of 8 KiB and more, within which nothing is seen. The first finding ends the
/// backend, and so the server restarts and the test fails; the report is in the server's log.
final class Sanitizers {
  static final String FLAGS =
      "-g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all";
  static final String LINK_FLAGS = "-fsanitize=address,undefined";

  private static final Optional<Path> LIBRARY = find();

  private Sanitizers() {}

  /// Why there are none here; empty if there are.
  static Optional<String> missing() {
    return LIBRARY.isPresent()
        ? Optional.empty()
        : Optional.of("the C compiler has no libasan (Debian: libasan8, comes with gcc)");
  }

  /// What the library looks for in vain while it starts. The C library translates the message that
  /// it is not there, under a lock that its caller may hold already, and the server hangs. So it
  /// is given one.
  private static final String WANTED =
      "char *swift_demangle(void); char *swift_demangle(void) { return 0; }";

  /// Compiles what has to be loaded with the library.
  static void build(Path libraries) throws IOException, InterruptedException {
    Path source = Files.writeString(libraries.resolve("wanted.c"), WANTED);
    var process =
        new ProcessBuilder(
                "cc",
                "-shared",
                "-fPIC",
                "-o",
                libraries.resolve("wanted.so").toString(),
                source.toString())
            .inheritIO()
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("could not compile " + source);
    }
  }

  /// The environment that a sanitized extension needs. Memory of the server that is never freed is
  /// no finding, nor is the stack that it measures by the address of a variable.
  static TestServerOptions in(TestServerOptions options, Path libraries) {
    if (!InsideServer.isSanitized() || LIBRARY.isEmpty()) {
      return options;
    }
    return options
        .variable("LD_PRELOAD", LIBRARY.get() + ":" + libraries.resolve("wanted.so"))
        .variable(
            "ASAN_OPTIONS",
            "detect_leaks=0:detect_stack_use_after_return=0:abort_on_error=1:disable_coredump=1")
        .variable("UBSAN_OPTIONS", "print_stacktrace=1");
  }

  private static Optional<Path> find() {
    try {
      var process =
          new ProcessBuilder("cc", "-print-file-name=libasan.so").redirectErrorStream(true).start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      Path library = Path.of(output);
      // The compiler repeats the name of what it does not have.
      return library.isAbsolute() && Files.exists(library)
          ? Optional.of(Objects.requireNonNull(library.toRealPath()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // no compiler, which is told elsewhere
    }
  }
}
