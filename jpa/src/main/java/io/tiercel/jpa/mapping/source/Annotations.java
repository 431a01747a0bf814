package io.tiercel.jpa.mapping.source;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Through which everything here asks for annotations: those of the unit whose mapping is being
/// read. A scoped value rather than a parameter, because the rules of the specification that read
/// annotations are functions of a class or member, and there are many; outside the reading of a
/// unit, what class files say counts.
public final class Annotations {
  private static final Reading OUTSIDE = new Reading(AnnotationSource.CLASSES, Naming.STANDARD);
  private static final ScopedValue<Reading> READING = ScopedValue.newInstance();

  private record Reading(AnnotationSource source, Naming naming) {
    /// What a record's `equals` would tell, which takes a start some milliseconds to make.
    boolean is(AnnotationSource otherSource, Naming otherNaming) {
      return source.equals(otherSource) && naming == otherNaming;
    }
  }

  private Annotations() {}

  /// Does something while annotations come from that source, and names go by that naming.
  public static <T extends @Nullable Object> T within(
      AnnotationSource source, Naming naming, Supplier<T> reading) {
    return OUTSIDE.is(source, naming) && !READING.isBound()
        ? reading.get()
        : ScopedValue.where(READING, new Reading(source, naming)).call(reading::get);
  }

  public static AnnotationSource source() {
    return READING.orElse(OUTSIDE).source();
  }

  public static Naming naming() {
    return READING.orElse(OUTSIDE).naming();
  }

  public static <A extends Annotation> @Nullable A of(AnnotatedElement element, Class<A> type) {
    A[] all = all(element, type);
    return all.length == 0 ? null : all[0];
  }

  public static boolean has(AnnotatedElement element, Class<? extends Annotation> type) {
    return all(element, type).length != 0;
  }

  public static <A extends Annotation> A[] all(AnnotatedElement element, Class<A> type) {
    return element instanceof DerivedAnnotations
        ? element.getAnnotationsByType(type)
        : source().annotations(element, type);
  }
}
