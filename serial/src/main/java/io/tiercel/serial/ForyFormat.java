package io.tiercel.serial;

import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.fory.Fory;
import org.apache.fory.config.ForyBuilder;
import org.apache.fory.exception.ForyException;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.memory.MemoryUtils;
import org.jspecify.annotations.Nullable;

/// Fory in its compatible mode with references, and the allowed classes by their names.
final class ForyFormat implements Format<byte[]> {
  private static final int MAX_DEPTH = 500;
  private static final int MAX_LENGTH_OF_NAME = 500;

  /// How Fory says, in words alone, which class it was.
  private static final Pattern NOT_REGISTERED =
      Pattern.compile("([\\w.$\\[;]{1,%d}) is not registered".formatted(MAX_LENGTH_OF_NAME));

  private final AllowedClasses allowed;
  private final @Nullable Consumer<ForyBuilder> settings;
  private final Idle<Fory> idle = new Idle<>(this::make);

  ForyFormat(AllowedClasses allowed, @Nullable Consumer<ForyBuilder> settings) {
    this.allowed = allowed;
    this.settings = settings;
  }

  private Fory make() {
    ForyBuilder builder =
        Fory.builder()
            .withXlang(false)
            .withCompatible(true)
            .withRefTracking(true)
            .withClassLoader(allowed.loader())
            .withMaxDepth(MAX_DEPTH)
            .requireClassRegistration(true);
    if (settings != null) {
      settings.accept(builder);
    }
    Fory fory = builder.build();
    for (Class<?> type : JdkClasses.INSTANCES) {
      register(fory, type);
    }
    for (Class<?> type : allowed.listed()) {
      if (!type.isInterface()) {
        register(fory, type);
      }
    }
    return fory;
  }

  private static void register(Fory fory, Class<?> type) {
    if (!fory.getTypeResolver().isRegistered(type)) {
      fory.register(type, type.getName());
    }
  }

  @Override
  public byte[] write(Object graph) {
    return with(fory -> fory.serialize(graph));
  }

  @Override
  public @Nullable Object read(byte[] stored) {
    MemoryBuffer bytes = MemoryUtils.wrap(stored);
    Object graph = with(fory -> fory.deserialize(bytes));
    int left = stored.length - bytes.readerIndex();
    if (left > 0) {
      throw new ForyException(left + " bytes follow it");
    }
    return graph;
  }

  private interface Use<R> {
    R apply(Fory fory);
  }

  /// The code that Fory generates looks for classes by the thread's class loader.
  private <R> R with(Use<R> use) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(allowed.loader());
    try {
      Fory fory = idle.take();
      R result;
      try {
        result = use.apply(fory);
      } catch (RuntimeException e) {
        idle.giveBack(fory);
        refuse(e);
        throw e;
      }
      idle.giveBack(fory);
      return result;
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private void refuse(RuntimeException failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      Matcher named = NOT_REGISTERED.matcher(String.valueOf(at.getMessage()));
      if (at instanceof ForyException && named.find()) {
        throw allowed.refusal(named.group(1), failure);
      }
    }
  }

  @Override
  public @Nullable String mendOfWriting(Exception failure) {
    return failure.toString().contains("CodegenException")
        ? "make the class public: Fory generates code that reads and writes it"
        : null;
  }

  @Override
  public @Nullable String mendOfReading(Exception failure) {
    return "list all classes that it may hold: one that is not, Fory does not name";
  }
}
