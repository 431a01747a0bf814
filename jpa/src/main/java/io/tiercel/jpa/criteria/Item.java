package io.tiercel.jpa.criteria;

import jakarta.persistence.criteria.Selection;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What may be selected: its type and its alias (specification 6.5.11). Confined to one thread, as
/// all criteria objects are.
abstract class Item<T> implements Selection<T> {
  private final Class<?> type;
  private @Nullable String alias;

  /// @param type Object when it is not known
  Item(Class<?> type) {
    this.type = boxed(type);
  }

  static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }

  @Override
  @SuppressWarnings("unchecked") // T is known only to the caller
  public Class<? extends T> getJavaType() {
    return (Class<? extends T>) type;
  }

  @Override
  public @Nullable String getAlias() {
    return alias;
  }

  /// IllegalStateException when it has another alias already.
  @Override
  public Selection<T> alias(String name) {
    if (alias != null && !alias.equals(name)) {
      throw new IllegalStateException(
          "the selection has alias \"%s\", it cannot get \"%s\"".formatted(alias, name));
    }
    alias = name;
    return this;
  }

  @Override
  public boolean isCompoundSelection() {
    return false;
  }

  @Override
  public List<Selection<?>> getCompoundSelectionItems() {
    throw new IllegalStateException("the selection is not compound");
  }
}
