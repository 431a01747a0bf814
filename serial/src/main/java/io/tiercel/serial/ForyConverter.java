package io.tiercel.serial;

import java.util.function.Consumer;
import org.apache.fory.config.ForyBuilder;
import org.jspecify.annotations.Nullable;

/// Keeps an object graph as Apache Fory writes it in its compatible mode, each class by its name.
/// The one that is read fastest. Needs `org.apache.fory:fory-core`.
///
/// Fields are stored by their names too: one more has its type's default in what was stored before,
/// one less is left out. A graph of more than 500 levels is refused.
///
/// Fory generates code for each class, and reaches into memory by `sun.misc.Unsafe`: a JVM that
/// forbids that (`--sun-misc-unsafe-memory-access=deny`) cannot run it.
///
/// @param <T> the attribute's type
public abstract non-sealed class ForyConverter<T> extends GraphConverter<T, byte[]> {
  private final @Nullable Consumer<ForyBuilder> settings;

  /// @param classes that a graph may hold besides the attribute's own
  protected ForyConverter(Class<?>... classes) {
    super("Fory", Library.FORY, classes);
    this.settings = null;
  }

  /// @param settings what is to be other than described above; called for each instance of Fory
  /// @param classes that a graph may hold besides the attribute's own
  protected ForyConverter(Consumer<ForyBuilder> settings, Class<?>... classes) {
    super("Fory", Library.FORY, classes);
    this.settings = settings;
  }

  @Override
  final Format<byte[]> open(GraphType graph, AllowedClasses classes) {
    return new ForyFormat(classes, settings);
  }
}
