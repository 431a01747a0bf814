package io.tiercel.jpa.criteria;

import io.tiercel.jpa.criteria.extension.Window;
import io.tiercel.jpa.criteria.extension.WindowFunction;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.WindowFunctionName;
import jakarta.persistence.criteria.Expression;
import java.util.ArrayList;
import java.util.List;

/// A function that only a window may call. Immutable.
record WindowFunctionNode<T>(
    Class<?> type, WindowFunctionName name, List<ExpressionNode<?>> arguments)
    implements WindowFunction<T> {

  static <T> WindowFunction<T> of(
      Class<?> type, WindowFunctionName name, Expression<?>... arguments) {
    List<ExpressionNode<?>> nodes = new ArrayList<>();
    for (var argument : arguments) {
      nodes.add(ExpressionNode.of(argument));
    }
    return new WindowFunctionNode<>(type, name, List.copyOf(nodes));
  }

  @Override
  public Expression<T> over(Window window) {
    var rows = WindowNode.of(window);
    return Value.readAs(
        type,
        lowering ->
            rows.lower(
                lowering,
                new Operation.WindowFunction(Node.NOWHERE, name, lowering.expressions(arguments))));
  }
}
