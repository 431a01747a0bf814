package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Operation;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Expression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `case … when … then … else … end`: the branches of both forms.
final class CaseNode<C, R> extends ExpressionNode<R> {
  private final @Nullable ExpressionNode<? extends C> operand;
  private final List<Branch> branches = new ArrayList<>();
  private @Nullable ExpressionNode<?> otherwise;

  private record Branch(ExpressionNode<?> test, ExpressionNode<?> result) {}

  /// @param operand null in the general form
  CaseNode(@Nullable ExpressionNode<? extends C> operand) {
    super(Object.class);
    this.operand = operand;
  }

  /// The general form.
  static <R> CriteriaBuilder.Case<R> general() {
    return new General<>(new CaseNode<>(null));
  }

  /// The form with an operand.
  static <C, R> CriteriaBuilder.SimpleCase<C, R> simple(Expression<? extends C> operand) {
    return new Simple<>(new CaseNode<C, R>(ExpressionNode.of(operand)));
  }

  private void when(ExpressionNode<?> test, ExpressionNode<?> result) {
    branches.add(new Branch(test, result));
  }

  private void otherwise(ExpressionNode<?> result) {
    otherwise = result;
  }

  /// The type of the first result that has one.
  @Override
  @SuppressWarnings("unchecked") // R is known only to the caller
  public Class<? extends R> getJavaType() {
    List<ExpressionNode<?>> results = new ArrayList<>();
    branches.forEach(branch -> results.add(branch.result));
    if (otherwise != null) {
      results.add(otherwise);
    }
    for (var result : results) {
      if (result.getJavaType() != Object.class) {
        return (Class<? extends R>) result.getJavaType();
      }
    }
    return (Class<? extends R>) Object.class;
  }

  @Override
  io.tiercel.jpa.query.syntax.Expression lowered(Lowering lowering) {
    if (branches.isEmpty()) {
      throw new IllegalArgumentException("a case expression has no branch\nHint: call when.");
    }
    List<Operation.When> whens = new ArrayList<>();
    var value = operand == null ? null : operand.lower(lowering);
    for (var branch : branches) {
      whens.add(new Operation.When(branch.test.lower(lowering), branch.result.lower(lowering)));
    }
    return new Operation.Case(
        Node.NOWHERE, value, whens, otherwise == null ? null : otherwise.lower(lowering));
  }

  /// The general form as the API has it.
  private static final class General<R> extends ExpressionNode<R>
      implements CriteriaBuilder.Case<R> {
    private final CaseNode<Object, R> node;

    General(CaseNode<Object, R> node) {
      super(Object.class);
      this.node = node;
    }

    @Override
    public CriteriaBuilder.Case<R> when(Expression<Boolean> condition, @Nullable R result) {
      node.when(ExpressionNode.of(condition), LiteralNode.ofNullable(result));
      return this;
    }

    @Override
    public CriteriaBuilder.Case<R> when(
        Expression<Boolean> condition, Expression<? extends R> result) {
      node.when(ExpressionNode.of(condition), ExpressionNode.of(result));
      return this;
    }

    @Override
    public Expression<R> otherwise(@Nullable R result) {
      node.otherwise(LiteralNode.ofNullable(result));
      return this;
    }

    @Override
    public Expression<R> otherwise(Expression<? extends R> result) {
      node.otherwise(ExpressionNode.of(result));
      return this;
    }

    @Override
    public Class<? extends R> getJavaType() {
      return node.getJavaType();
    }

    @Override
    io.tiercel.jpa.query.syntax.Expression lowered(Lowering lowering) {
      return node.lower(lowering);
    }
  }

  /// The form with an operand as the API has it.
  private static final class Simple<C, R> extends ExpressionNode<R>
      implements CriteriaBuilder.SimpleCase<C, R> {
    private final CaseNode<C, R> node;

    Simple(CaseNode<C, R> node) {
      super(Object.class);
      this.node = node;
    }

    @Override
    @SuppressWarnings("unchecked") // an expression only gives values
    public Expression<C> getExpression() {
      var operand = node.operand;
      if (operand == null) {
        throw new IllegalStateException("a simple case has an operand");
      }
      return (Expression<C>) operand;
    }

    @Override
    public CriteriaBuilder.SimpleCase<C, R> when(C value, @Nullable R result) {
      node.when(LiteralNode.of(value), LiteralNode.ofNullable(result));
      return this;
    }

    @Override
    public CriteriaBuilder.SimpleCase<C, R> when(C value, Expression<? extends R> result) {
      node.when(LiteralNode.of(value), ExpressionNode.of(result));
      return this;
    }

    @Override
    public CriteriaBuilder.SimpleCase<C, R> when(
        Expression<? extends C> value, @Nullable R result) {
      node.when(ExpressionNode.of(value), LiteralNode.ofNullable(result));
      return this;
    }

    @Override
    public CriteriaBuilder.SimpleCase<C, R> when(
        Expression<? extends C> value, Expression<? extends R> result) {
      node.when(ExpressionNode.of(value), ExpressionNode.of(result));
      return this;
    }

    @Override
    public Expression<R> otherwise(@Nullable R result) {
      node.otherwise(LiteralNode.ofNullable(result));
      return this;
    }

    @Override
    public Expression<R> otherwise(Expression<? extends R> result) {
      node.otherwise(ExpressionNode.of(result));
      return this;
    }

    @Override
    public Class<? extends R> getJavaType() {
      return node.getJavaType();
    }

    @Override
    io.tiercel.jpa.query.syntax.Expression lowered(Lowering lowering) {
      return node.lower(lowering);
    }
  }
}
