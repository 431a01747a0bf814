package io.tiercel.jpa;

import static java.lang.System.Logger.Level.INFO;

import io.tiercel.jpa.bootstrap.UnitDefinition;
import io.tiercel.jpa.settings.Profile;
import io.tiercel.jpa.settings.UnitProperties;
import jakarta.persistence.PersistenceException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Settings of a unit by its profile and its [SessionTuner]. What is given with the unit goes
/// before what the tuner sets, and that before the profile.
final class Tuning implements SessionTuner.Settings {
  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");

  private final UnitDefinition unit;
  private final Map<String, Object> chosen = new TreeMap<>();

  private Tuning(UnitDefinition unit) {
    this.unit = unit;
  }

  /// The unit with its settings; the log has a line of what was set, if anything was asked for.
  static UnitDefinition of(UnitDefinition unit) {
    Object profile = unit.properties().get(UnitProperties.PROFILE);
    Object tuner = unit.properties().get(UnitProperties.TUNER);
    if (profile == null && tuner == null) {
      return unit;
    }
    Tuning tuning = new Tuning(unit);
    if (profile != null) {
      tuning.chosen.putAll(tuning.profile(profile).settings());
    }
    if (tuner != null) {
      tuning.tuner(tuner).tune(tuning);
    }
    LOG.log(INFO, tuning::line);
    Map<String, Object> set = new TreeMap<>(tuning.chosen);
    set.keySet().removeAll(unit.properties().keySet());
    return unit.with(set);
  }

  private Profile profile(Object value) {
    Profile named = Profile.named(value.toString());
    if (named == null) {
      throw refused(UnitProperties.PROFILE, "must be one of " + Profile.names(), value, null);
    }
    return named;
  }

  private SessionTuner tuner(Object value) {
    return switch (value) {
      case SessionTuner instance -> instance;
      case Class<?> type -> made(type, value);
      case String name -> made(loaded(name), value);
      default ->
          throw refused(UnitProperties.TUNER, "must be a SessionTuner or its class", value, null);
    };
  }

  private Class<?> loaded(String name) {
    try {
      return Class.forName(name.strip(), true, unit.loader());
    } catch (ClassNotFoundException e) {
      throw refused(UnitProperties.TUNER, "must name a class on the class path", name, e);
    }
  }

  private SessionTuner made(Class<?> type, Object value) {
    if (!SessionTuner.class.isAssignableFrom(type)) {
      throw refused(UnitProperties.TUNER, "must name a class that is a SessionTuner", value, null);
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return (SessionTuner) constructor.newInstance();
    } catch (InvocationTargetException e) {
      throw refused(UnitProperties.TUNER, "cannot be made: " + e.getCause(), value, e);
    } catch (ReflectiveOperationException e) {
      throw refused(UnitProperties.TUNER, "must have a constructor without parameters", value, e);
    }
  }

  private PersistenceException refused(
      String property, String rule, Object value, @Nullable Exception cause) {
    return new PersistenceException(
        "property %s of persistence unit \"%s\" %s, got \"%s\""
            .formatted(property, unit.name(), rule, value),
        cause);
  }

  private String line() {
    Object profile = unit.properties().get(UnitProperties.PROFILE);
    String set =
        chosen.entrySet().stream()
            .map(entry -> shown(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", "));
    return "persistence unit \"%s\" is tuned%s: %s"
        .formatted(
            unit.name(), profile == null ? "" : " for " + profile, set.isEmpty() ? "nothing" : set);
  }

  private String shown(String name, Object value) {
    boolean isSecret = name.contains("password") || name.equals(UnitProperties.URL);
    Object given = unit.properties().get(name);
    return "%s = %s%s"
        .formatted(
            name, isSecret ? "…" : given == null ? value : given, given == null ? "" : " (given)");
  }

  // ---- what the tuner sees ----

  @Override
  public String unitName() {
    return unit.name();
  }

  @Override
  public @Nullable Object get(String property) {
    Object given = unit.properties().get(property);
    return given == null ? chosen.get(property) : given;
  }

  @Override
  public SessionTuner.Settings set(String property, Object value) {
    chosen.put(property, value);
    return this;
  }
}
