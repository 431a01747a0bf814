package io.tiercel.jpa.bean;

import io.tiercel.jpa.bean.BeanSource.Bean;
import jakarta.persistence.PersistenceException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The entity listeners and attribute converters of a unit, one instance of each class. Safe for
/// any number of threads.
public final class UnitBeans implements AutoCloseable {
  private final @Nullable BeanSource source;
  private final ConcurrentHashMap<Class<?>, Bean<?>> beans = new ConcurrentHashMap<>();

  /// @param source null for constructors without arguments
  UnitBeans(@Nullable BeanSource source) {
    this.source = source;
  }

  /// By constructors without arguments.
  public static UnitBeans constructed() {
    return new UnitBeans(null);
  }

  /// What to say of a class that gives no instance.
  @FunctionalInterface
  public interface Refusal {
    /// An exception that names the place where the class is wanted.
    PersistenceException of(Throwable cause, String mend);
  }

  /// The instance of a class. By constructor it is made now; beans of a platform are made when they
  /// are asked for, because they may need the factory that is still opening.
  public <T> Supplier<T> of(Class<T> type, Refusal refusal) {
    if (source != null) {
      return new Deferred<>(this, type, refusal);
    }
    T instance = made(type, refusal);
    return () -> instance;
  }

  private static final class Deferred<T> implements Supplier<T> {
    private final UnitBeans beans;
    private final Class<T> type;
    private final Refusal refusal;
    private volatile @Nullable T instance;

    Deferred(UnitBeans beans, Class<T> type, Refusal refusal) {
      this.beans = beans;
      this.type = type;
      this.refusal = refusal;
    }

    @Override
    public T get() {
      T known = instance;
      if (known == null) {
        known = beans.made(type, refusal);
        instance = known;
      }
      return known;
    }
  }

  /// No lock is held while an instance is made: that is the work of others, who have their locks.
  private <T> T made(Class<T> type, Refusal refusal) {
    Bean<?> known = beans.get(type);
    if (known == null) {
      Bean<T> created = create(type, refusal);
      known = beans.putIfAbsent(type, created);
      if (known == null) {
        return created.instance();
      }
      created.destroy().run();
    }
    return type.cast(known.instance());
  }

  private <T> Bean<T> create(Class<T> type, Refusal refusal) {
    try {
      return source == null ? construct(type) : source.create(type);
    } catch (InvocationTargetException e) {
      throw refused(refusal, e.getCause() == null ? e : e.getCause());
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw refused(refusal, e);
    }
  }

  private static <T> Bean<T> construct(Class<T> type) throws ReflectiveOperationException {
    Constructor<T> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    return new Bean<>(constructor.newInstance(), () -> {});
  }

  private PersistenceException refused(Refusal refusal, Throwable cause) {
    PersistenceException failure =
        refusal.of(
            cause,
            source == null
                ? "give it a constructor without arguments that does not throw."
                : "let it be a bean that the platform can create, as its message says.");
    failure.initCause(cause);
    return failure;
  }

  /// Destroys the instances. A failure does not keep the others from being destroyed; the first one
  /// is thrown in the end.
  @Override
  public void close() {
    RuntimeException first = null;
    for (Class<?> type : beans.keySet()) {
      Bean<?> bean = beans.remove(type);
      try {
        if (bean != null) {
          bean.destroy().run();
        }
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
