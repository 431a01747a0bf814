package io.tiercel.inside.jar;

import io.tiercel.inside.protocol.FrameReader;
import java.util.ArrayList;
import java.util.List;

/// One version of a jar in the database. Immutable.
///
/// @param hash SHA-256 of its content, in hexadecimal
public record JarReference(String name, String hash) {
  /// Reads a count (u16) and so many names and hashes (cstring each).
  public static List<JarReference> readAll(FrameReader frame) {
    int count = frame.readUnsignedShort();
    List<JarReference> jars = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jars.add(new JarReference(frame.readCString(), frame.readCString()));
    }
    return List.copyOf(jars);
  }
}
