package io.tiercel.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// Watches for virtual threads that hold their carriers while they wait (JEP 444), by the Java
/// Flight Recorder, which sees all threads of the virtual machine.
///
/// A thread is pinned by native methods and by the virtual machine on its stack, no longer by
/// monitors (JEP 491). Waits while the JDK loads, links and initializes classes do not count:
/// they come once, and who wrote the class cannot help it. An initializer of ours that waits
/// does count.
public final class PinnedThreads {
  private static final Pattern OF_THE_MACHINE =
      Pattern.compile(
          "Waited for initialization of .*"
              + "|VM call to (java|javax|jdk|sun|com\\.sun)\\..*(<clinit>|loadClass|link).*");

  private PinnedThreads() {}

  /// Does the work, and returns where a virtual thread was pinned meanwhile, each as the event
  /// `jdk.VirtualThreadPinned` tells it. Warm the work up before, so that its classes are there.
  public static List<String> during(Callable<?> work) throws Exception {
    Path file = Files.createTempFile("pinned", ".jfr");
    try (var recording = new Recording()) {
      recording.enable("jdk.VirtualThreadPinned").withoutThreshold().withStackTrace();
      recording.start();
      work.call();
      recording.stop();
      recording.dump(file);
      return pinned(file);
    } finally {
      Files.delete(file);
    }
  }

  private static List<String> pinned(Path file) throws IOException {
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> !isOfTheMachine(event))
        .map(PinnedThreads::shown)
        .toList();
  }

  private static boolean isOfTheMachine(RecordedEvent event) {
    return OF_THE_MACHINE.matcher(String.valueOf(event.getString("pinnedReason"))).matches();
  }

  /// The event's own text ends after a few frames.
  private static String shown(RecordedEvent event) {
    var shown =
        new StringBuilder()
            .append(event.getString("blockingOperation"))
            .append(", ")
            .append(event.getString("pinnedReason"));
    if (event.getStackTrace() != null) {
      for (var frame : event.getStackTrace().getFrames()) {
        var method = frame.getMethod();
        shown
            .append("\n    ")
            .append(method.getType().getName())
            .append('.')
            .append(method.getName())
            .append(':')
            .append(frame.getLineNumber());
      }
    }
    return shown.toString();
  }
}
