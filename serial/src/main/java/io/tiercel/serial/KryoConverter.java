package io.tiercel.serial;

import com.esotericsoftware.kryo.Kryo;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps an object graph as Kryo 5 writes it, each class by its number. Needs
/// `com.esotericsoftware:kryo`.
///
/// The order of the listed classes is part of what is stored: new ones go to the end, and one that
/// is not used any more keeps its place. Fields are stored by their names: one more has its default
/// in what was stored before, one less is left out. The components of a record must stay what they
/// are. Classes need a constructor without arguments, which may be private. A graph of more than
/// 500 levels is refused, and so are arrays of arrays but those of numbers and texts.
///
/// To read what another Kryo has written, give it the same settings; its numbers may be registered
/// there.
///
/// @param <T> the attribute's type
public abstract non-sealed class KryoConverter<T> extends GraphConverter<T, byte[]> {
  private final @Nullable Consumer<Kryo> settings;

  /// @param classes that a graph may hold besides the attribute's own
  protected KryoConverter(Class<?>... classes) {
    super("Kryo", Library.KRYO, classes);
    this.settings = null;
  }

  /// @param settings what is to be other than described above; called for each instance of Kryo
  /// @param classes that a graph may hold besides the attribute's own
  protected KryoConverter(Consumer<Kryo> settings, Class<?>... classes) {
    super("Kryo", Library.KRYO, classes);
    this.settings = settings;
  }

  @Override
  final Format<byte[]> open(GraphType graph, AllowedClasses classes) {
    return new KryoFormat(classes, settings);
  }
}
