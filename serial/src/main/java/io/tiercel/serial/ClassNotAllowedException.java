package io.tiercel.serial;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// A graph holds an instance of a class that its converter does not allow, or something stored asks
/// for one. Nothing of that class was run.
public final class ClassNotAllowedException extends GraphException {
  @Serial private static final long serialVersionUID = 1;

  private final String className;

  ClassNotAllowedException(Class<?> converter, String className, @Nullable Throwable cause) {
    super(
        "%s is not a class that %s allows".formatted(className, converter.getName()),
        "if it is to be stored, give %s.class to the converter's super constructor as the last of its classes"
            .formatted(className.replace('$', '.')),
        cause);
    this.className = className;
  }

  /// The binary name of the class, or how the format has named it.
  public String className() {
    return className;
  }
}
