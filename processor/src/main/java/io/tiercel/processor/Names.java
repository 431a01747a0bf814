package io.tiercel.processor;

import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/// The names that section 6.2.1 makes of other names.
final class Names {
  static final String PERSISTENCE = "jakarta.persistence.";

  private Names() {}

  /// `p.Order_` for `p.Order`; `p.Shop_Order_` for a nested `p.Shop.Order`, because the class
  /// around it cannot be added to.
  static String metamodelClass(Elements elements, TypeElement type) {
    return elements.getBinaryName(type).toString().replace('$', '_') + "_";
  }

  /// `LINE_ITEMS` for `lineItems`.
  static String constant(String name) {
    StringBuilder constant = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char letter = name.charAt(i);
      constant.append(Character.isJavaIdentifierPart(letter) ? Character.toUpperCase(letter) : '_');
      boolean wordEnds =
          Character.isLowerCase(letter)
              && i + 1 < name.length()
              && Character.isUpperCase(name.charAt(i + 1));
      if (wordEnds) {
        constant.append('_');
      }
    }
    return constant.toString();
  }

  /// The name with an underscore for each character that Java does not take.
  static String identifier(String name) {
    StringBuilder identifier = new StringBuilder();
    name.chars()
        .map(letter -> Character.isJavaIdentifierPart(letter) ? letter : '_')
        .forEach(letter -> identifier.append((char) letter));
    return identifier.toString();
  }
}
