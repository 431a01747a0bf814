package io.tiercel.serial;

import java.io.Serial;
import tools.jackson.databind.DatabindContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.jsontype.PolymorphicTypeValidator;

/// Refuses names of classes that are not allowed, where `@JsonTypeInfo` takes names, before they
/// are loaded.
final class AllowedSubtypes extends PolymorphicTypeValidator.Base {
  @Serial private static final long serialVersionUID = 1;

  private final transient AllowedClasses classes;

  AllowedSubtypes(AllowedClasses classes) {
    this.classes = classes;
  }

  @Override
  public Validity validateSubClassName(
      DatabindContext context, JavaType baseType, String subClassName) {
    classes.require(subClassName);
    return Validity.INDETERMINATE;
  }

  @Override
  public Validity validateSubType(DatabindContext context, JavaType baseType, JavaType subType) {
    classes.require(subType.getRawClass());
    return Validity.ALLOWED;
  }
}
