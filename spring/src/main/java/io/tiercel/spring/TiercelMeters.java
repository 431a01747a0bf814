package io.tiercel.spring;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tiercel.cache.SharedCache;
import io.tiercel.cache.observe.Meter;
import io.tiercel.wire.ConnectionStatistics;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// What the units of an application have done, as meters of Micrometer: statements, round trips,
/// rows and bytes of their connections, and the figures of their shared caches. Each has the tag
/// `entityManagerFactory`, the name of the bean. Other providers' units are passed over.
///
/// A meter keeps hold of its factory only, and has no value once that is closed.
final class TiercelMeters implements MeterBinder {
  private static final String NAME = "entityManagerFactory";

  private final Supplier<Map<String, EntityManagerFactory>> factories;

  TiercelMeters(Supplier<Map<String, EntityManagerFactory>> factories) {
    this.factories = factories;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    factories
        .get()
        .forEach(
            (name, factory) -> {
              if (isOurs(factory)) {
                Tag unit = Tag.of(NAME, name);
                bindConnections(registry, factory, unit);
                bindCache(registry, factory, unit);
              }
            });
  }

  private static boolean isOurs(EntityManagerFactory factory) {
    return unwrapped(factory, ConnectionStatistics.class) != null;
  }

  /// Null when the provider has no such thing.
  private static <T> @Nullable T unwrapped(EntityManagerFactory factory, Class<T> type) {
    try {
      return factory.unwrap(type);
    } catch (PersistenceException e) {
      return null;
    }
  }

  private static void bindConnections(
      MeterRegistry registry, EntityManagerFactory factory, Tag unit) {
    counter(registry, factory, unit, "statements", "completed", ConnectionStatistics::statements);
    counter(
        registry,
        factory,
        unit,
        "round.trips",
        "waits for the server after something was sent",
        ConnectionStatistics::roundTrips);
    counter(registry, factory, unit, "rows", "received", ConnectionStatistics::rows);
    counter(registry, factory, unit, "prepares", "parsed", ConnectionStatistics::prepares);
    counter(registry, factory, unit, "bytes.in", "received", ConnectionStatistics::bytesIn);
    counter(registry, factory, unit, "bytes.out", "sent", ConnectionStatistics::bytesOut);
  }

  private static void counter(
      MeterRegistry registry,
      EntityManagerFactory factory,
      Tag unit,
      String name,
      String description,
      ToDoubleFunction<ConnectionStatistics> value) {
    FunctionCounter.builder(
            "tiercel.connections." + name,
            factory,
            open ->
                open.isOpen()
                    ? value.applyAsDouble(open.unwrap(ConnectionStatistics.class))
                    : Double.NaN)
        .tags(List.of(unit))
        .description(description)
        .baseUnit(name.startsWith("bytes") ? "bytes" : null)
        .register(registry);
  }

  private static void bindCache(MeterRegistry registry, EntityManagerFactory factory, Tag unit) {
    SharedCache cache;
    try {
      cache = factory.getCache().unwrap(SharedCache.class);
    } catch (PersistenceException e) {
      return; // the unit has none
    }
    for (Meter meter : cache.meters()) {
      List<Tag> tags = new ArrayList<>(List.of(unit));
      meter.tags().forEach((key, value) -> tags.add(Tag.of(key, value)));
      ToDoubleFunction<EntityManagerFactory> value =
          open -> open.isOpen() ? meter.value().getAsDouble() : Double.NaN;
      String unitOfValues = meter.unit().isEmpty() ? null : meter.unit();
      switch (meter.kind()) {
        case COUNTER ->
            FunctionCounter.builder(meter.name(), factory, value)
                .tags(tags)
                .description(meter.description())
                .baseUnit(unitOfValues)
                .register(registry);
        case GAUGE ->
            Gauge.builder(meter.name(), factory, value)
                .tags(tags)
                .description(meter.description())
                .baseUnit(unitOfValues)
                .register(registry);
      }
    }
  }
}
