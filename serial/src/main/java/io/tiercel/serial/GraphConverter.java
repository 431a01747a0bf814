package io.tiercel.serial;

import jakarta.persistence.AttributeConverter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps an object graph in one column. What extends one of the subclasses, names the attribute's
/// type and lists the other classes that a graph may hold:
///
/// ```java
/// class BasketConverter extends JsonConverter<Basket> {
///   BasketConverter() {
///     super(Line.class, Voucher.class);
///   }
/// }
/// ```
///
/// A class is allowed when it is listed, when it is the attribute's type or one between that type's
/// angle brackets, when a listed one extends it, or when it is a [value or collection of the
/// JDK][JdkClasses]; arrays of allowed classes are. Another one is refused with a
/// [ClassNotAllowedException], by whoever writes as well as by whoever reads: who can write the
/// column chooses what is read, and must not choose which code that runs.
///
/// Null is stored as null. Safe for any number of threads.
///
/// Source: Jakarta Persistence 3.2, section 3.9.
///
/// @param <T> the attribute's type
/// @param <D> what is stored: `byte[]` or `String`
public abstract sealed class GraphConverter<T, D> implements AttributeConverter<T, D>
    permits JavaConverter, JsonConverter, XmlConverter, KryoConverter, ForyConverter {
  private static final int MAX_CAUSE = 500;

  private final String formatName;
  private final GraphType type;
  private final AllowedClasses allowed;
  private volatile @Nullable Format<D> format;

  /// @param library what the format needs on the class path
  GraphConverter(String formatName, @Nullable Library library, Class<?>... listed) {
    if (library != null) {
      library.require(getClass());
    }
    this.formatName = formatName;
    this.type = GraphType.of(getClass());
    this.allowed = new AllowedClasses(getClass(), type, List.of(listed));
  }

  /// Makes the format, when it is used first.
  abstract Format<D> open(GraphType graph, AllowedClasses classes);

  /// What is stored for a graph.
  ///
  /// @throws ClassNotAllowedException when the graph holds an instance of a class that is not
  ///     allowed
  /// @throws GraphException when the format cannot hold the graph
  @Override
  public final @Nullable D convertToDatabaseColumn(@Nullable T attribute) {
    if (attribute == null) {
      return null;
    }
    try {
      return format().write(attribute);
    } catch (GraphException e) {
      throw e;
    } catch (StackOverflowError e) {
      throw new GraphException(
          "cannot write a %s as %s: it is nested too deeply".formatted(type.describe(), formatName),
          "keep long chains in a collection instead of links from each to the next",
          e);
    } catch (Exception e) {
      refuse(e);
      throw new GraphException(
          "cannot write a %s as %s: %s".formatted(type.describe(), formatName, shortened(e)),
          format().mendOfWriting(e),
          e);
    }
  }

  /// The graph of what is stored.
  ///
  /// @throws ClassNotAllowedException when a class is asked for that is not allowed
  /// @throws GraphException when it is no whole graph of this format, or does not fit the classes
  @Override
  public final @Nullable T convertToEntityAttribute(@Nullable D stored) {
    if (stored == null) {
      return null;
    }
    try {
      Object graph = format().read(stored);
      return graph == null ? null : cast(graph);
    } catch (GraphException e) {
      throw e;
    } catch (StackOverflowError e) {
      throw failure(stored, "it is nested too deeply", null, e);
    } catch (Exception e) {
      refuse(e);
      throw failure(stored, shortened(e), format().mendOfReading(e), e);
    }
  }

  /// Some libraries say all that they were at.
  private static String shortened(Exception failure) {
    String text = failure.toString();
    return text.length() <= MAX_CAUSE ? text : text.substring(0, MAX_CAUSE) + " …";
  }

  /// Libraries wrap what is thrown out of them.
  private static void refuse(Throwable failure) {
    for (Throwable at = failure.getCause(); at != null; at = at.getCause()) {
      if (at instanceof ClassNotAllowedException refused) {
        throw refused;
      }
    }
  }

  @SuppressWarnings("unchecked") // its class was compared; what is inside, the format saw to
  private T cast(Object graph) {
    return (T) type.rawClass().cast(graph);
  }

  private GraphException failure(
      D stored, String cause, @Nullable String mend, Throwable exception) {
    String size =
        stored instanceof byte[] bytes
            ? bytes.length + " bytes"
            : ((String) stored).length() + " characters";
    return new GraphException(
        "cannot read a %s from %s of %s: %s".formatted(type.describe(), size, formatName, cause),
        mend,
        exception);
  }

  private Format<D> format() {
    Format<D> known = format;
    if (known == null) {
      synchronized (this) {
        known = format;
        if (known == null) {
          known = open(type, allowed);
          format = known;
        }
      }
    }
    return known;
  }
}
