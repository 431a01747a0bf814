package io.tiercel.jpa.mapping.source;

import java.util.Locale;

/// How names without quotes are stored, those of attributes and entities by default and those
/// written in annotations alike; and what a join table is called that nobody gave a name.
public enum Naming {
  /// As PostgreSQL reads them (manual, section 4.1.1): `firstName` is `firstname`.
  STANDARD(false, false),

  /// With an underscore where a capital begins a word: `firstName` is `first_name`, `orderID` is
  /// `orderid`. So Spring Boot has Hibernate name tables and columns.
  UNDERSCORES(true, false),

  /// As `STANDARD`, with join tables after attributes.
  STANDARD_BY_ATTRIBUTE(false, true),

  /// As `UNDERSCORES`, with join tables after attributes: what Spring Boot sets for Hibernate.
  UNDERSCORES_BY_ATTRIBUTE(true, true);

  private final boolean underscores;
  private final boolean joinTablesByAttribute;

  Naming(boolean underscores, boolean joinTablesByAttribute) {
    this.underscores = underscores;
    this.joinTablesByAttribute = joinTablesByAttribute;
  }

  public static Naming of(boolean underscores, boolean joinTablesByAttribute) {
    if (joinTablesByAttribute) {
      return underscores ? UNDERSCORES_BY_ATTRIBUTE : STANDARD_BY_ATTRIBUTE;
    }
    return underscores ? UNDERSCORES : STANDARD;
  }

  public String stored(String written) {
    return (underscores ? underscored(written) : written).toLowerCase(Locale.ROOT);
  }

  /// The name of a join table between tables as they are stored: that of the specification (section
  /// 11.1.27), or with the attribute in the place of the target.
  public String joinTable(String owner, String target, String attribute) {
    return owner + "_" + (joinTablesByAttribute ? stored(attribute) : target);
  }

  private static String underscored(String written) {
    StringBuilder name = new StringBuilder(written.length() + 4);
    for (int i = 0; i < written.length(); i++) {
      if (i > 0 && i + 1 < written.length() && beginsWord(written, i)) {
        name.append('_');
      }
      name.append(written.charAt(i));
    }
    return name.toString();
  }

  private static boolean beginsWord(String name, int i) {
    return isSmall(name.charAt(i - 1))
        && Character.isUpperCase(name.charAt(i))
        && isSmall(name.charAt(i + 1));
  }

  private static boolean isSmall(char letter) {
    return Character.isLowerCase(letter) || Character.isDigit(letter);
  }
}
