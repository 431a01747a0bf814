package io.tiercel.jpa.shared;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The one live instance of a stored row, made when somebody first asks for it. Safe for any number
/// of threads: what is published is complete, and everybody gets the same.
public final class SharedInstance {
  private volatile @Nullable Object instance;

  SharedInstance() {}

  /// The instance.
  ///
  /// @param make makes one that nobody else knows
  public Object get(Supplier<Object> make) {
    Object known = instance;
    return known != null ? known : publish(make.get());
  }

  private synchronized Object publish(Object made) {
    Object known = instance;
    if (known == null) {
      instance = made;
      return made;
    }
    return known;
  }
}
