package io.tiercel.inside.type;

/// Lets through what a method handle threw, whatever it is: its type does not say.
public final class Sneaky {
  private Sneaky() {}

  /// Throws the failure; returns nothing, for the compiler to know.
  public static RuntimeException rethrown(Throwable failure) {
    return Sneaky.<RuntimeException>thrown(failure);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // erased: that is the trick
  private static <E extends Throwable> RuntimeException thrown(Throwable failure) throws E {
    throw (E) failure;
  }
}
