package io.tiercel.jpa.mapping.type;

import io.tiercel.jpa.mapping.Conversion;
import jakarta.persistence.PersistenceException;
import java.net.MalformedURLException;
import java.net.URL;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.TimeZone;

/// The conversions of classes of the JDK that name something and are stored as that name, which the
/// specification leaves to the provider (section 2.6). The spelling is that of Hibernate.
public enum TextConversion implements Conversion {
  CURRENCY,
  /// As `Locale.toString()` has it: `fr_CA`, `zh_TW_#Hant`.
  LOCALE,
  TIME_ZONE,
  ZONE_ID,
  ZONE_OFFSET,
  URL;

  @Override
  public Object toColumn(Object value) {
    return switch (this) {
      case CURRENCY -> ((Currency) value).getCurrencyCode();
      case TIME_ZONE -> ((TimeZone) value).getID();
      case ZONE_ID, ZONE_OFFSET -> ((ZoneId) value).getId();
      case LOCALE -> value.toString();
      case URL -> ((URL) value).toExternalForm();
    };
  }

  @Override
  public Object toAttribute(Object value) {
    String text = ((String) value).strip();
    try {
      return switch (this) {
        case CURRENCY -> Currency.getInstance(text);
        case TIME_ZONE -> timeZone(text);
        case ZONE_ID -> ZoneId.of(text);
        case ZONE_OFFSET -> ZoneOffset.of(text);
        case LOCALE -> locale(text);
        case URL -> url(text);
      };
    } catch (IllegalArgumentException
        | DateTimeException
        | IllformedLocaleException
        | MalformedURLException e) {
      throw new PersistenceException(
          "cannot read \"%s\" as a %s".formatted(text, name().toLowerCase(Locale.ROOT)), e);
    }
  }

  /// What is unknown is not Greenwich.
  private static TimeZone timeZone(String text) {
    TimeZone found = TimeZone.getTimeZone(text);
    if (found.getID().equals("GMT") && !text.equals("GMT")) {
      throw new IllegalArgumentException("unknown time zone " + text);
    }
    return found;
  }

  @SuppressWarnings("deprecation") // a URI refuses what is stored as URLs: blanks, bars, brackets
  private static URL url(String text) throws MalformedURLException {
    return new URL(text);
  }

  /// Language, country and variant with underscores between them; what comes after `#` is a script,
  /// extensions, or both.
  private static Locale locale(String text) {
    int more = text.indexOf('#');
    String[] parts = (more < 0 ? text : text.substring(0, more)).split("_", 3);
    String country = parts.length > 1 ? parts[1] : "";
    String variant = parts.length > 2 ? parts[2] : "";
    if (more < 0) {
      return Locale.of(parts[0], country, variant);
    }
    String[] rest = text.substring(more + 1).split("_", 2);
    boolean hasScript = rest[0].indexOf('-') < 0;
    var locale = new Locale.Builder().setLanguage(parts[0]).setRegion(country);
    if (hasScript) {
      locale.setScript(rest[0]);
    }
    if (!variant.isEmpty()) {
      locale.setVariant(
          variant.endsWith("_") ? variant.substring(0, variant.length() - 1) : variant);
    }
    String extensions = hasScript ? (rest.length > 1 ? rest[1] : "") : rest[0];
    Locale extended = Locale.forLanguageTag("und-" + extensions);
    for (char key : extended.getExtensionKeys()) {
      locale.setExtension(key, extended.getExtension(key));
    }
    return locale.build();
  }
}
