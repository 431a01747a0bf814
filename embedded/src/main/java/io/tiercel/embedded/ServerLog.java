package io.tiercel.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.stream.Collectors;

/// The file a server writes its messages to. One older generation is kept.
record ServerLog(Path file) {
  private static final long MAX_BYTES = 16L << 20;
  private static final int TAIL_BYTES = 16 << 10;
  private static final int TAIL_LINES = 12;
  private static final String PANIC = "PANIC:  ";

  /// Makes the file ready for a server of this account. Returns where new messages will begin.
  long prepare(ServerAccount account) throws IOException {
    if (Files.exists(file) && Files.size(file) > MAX_BYTES) {
      Files.move(
          file,
          file.resolveSibling(file.getFileName() + ".1"),
          StandardCopyOption.REPLACE_EXISTING);
    }
    if (!Files.exists(file)) {
      Files.createFile(file);
      FilePermissions.set(file, "rw-------");
    }
    account.own(file);
    return Files.size(file);
  }

  /// Where new messages will begin; the start, should there be no file to ask.
  long end() {
    return file.toFile().length();
  }

  /// The message of the last PANIC written from a position on. Looks at the last few kilobytes.
  Optional<String> lastPanic(long position) {
    return since(position)
        .lines()
        .filter(line -> line.contains(PANIC))
        .reduce((earlier, later) -> later)
        .map(line -> line.substring(line.indexOf(PANIC) + PANIC.length()));
  }

  /// What was written from a position on, at most the last few kilobytes of it.
  String since(long position) {
    try (var channel = FileChannel.open(file)) {
      var start = Math.max(position, channel.size() - TAIL_BYTES);
      var buffer = ByteBuffer.allocate(TAIL_BYTES);
      while (buffer.hasRemaining() && channel.read(buffer, start + buffer.position()) > 0) {
        // until the end of the file or of the buffer
      }
      return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "(cannot read " + file + ": " + e.getMessage() + ")";
    }
  }

  /// The last lines of a text, indented to stand in a message.
  static String lastLines(String text) {
    var lines = text.strip().lines().toList();
    return lines.stream()
        .skip(Math.max(0, lines.size() - TAIL_LINES))
        .map(line -> "  " + line)
        .collect(Collectors.joining(System.lineSeparator()));
  }
}
