package io.tiercel.jpa.mapping.source;

import java.util.Locale;

/// How names without quotes are stored, those of attributes and entities by default and those
/// written in annotations alike.
public enum Naming {
  /// As PostgreSQL reads them (manual, section 4.1.1): `firstName` is `firstname`.
  STANDARD {
    @Override
    public String stored(String written) {
      return written.toLowerCase(Locale.ROOT);
    }
  },

  /// With an underscore where a capital begins a word: `firstName` is `first_name`, `orderID` is
  /// `orderid`. So Spring Boot has Hibernate name tables and columns.
  UNDERSCORES {
    @Override
    public String stored(String written) {
      StringBuilder name = new StringBuilder(written.length() + 4);
      for (int i = 0; i < written.length(); i++) {
        if (i > 0 && i + 1 < written.length() && beginsWord(written, i)) {
          name.append('_');
        }
        name.append(written.charAt(i));
      }
      return name.toString().toLowerCase(Locale.ROOT);
    }
  };

  public abstract String stored(String written);

  private static boolean beginsWord(String name, int i) {
    return isSmall(name.charAt(i - 1))
        && Character.isUpperCase(name.charAt(i))
        && isSmall(name.charAt(i + 1));
  }

  private static boolean isSmall(char letter) {
    return Character.isLowerCase(letter) || Character.isDigit(letter);
  }
}
