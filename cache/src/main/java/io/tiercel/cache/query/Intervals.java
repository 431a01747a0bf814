package io.tiercel.cache.query;

import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.Cover;
import io.tiercel.cache.predicate.Domain;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Who watches which intervals of a column's values: a treap ordered by the lower ends, in which
/// each node knows the highest upper end below it. All nodes are immutable, so readers go through
/// one state of the tree without a lock; who changes it takes the lock. Adding, removing, and
/// finding each of those around a value take logarithmic time.
///
/// C. R. Aragon, R. Seidel, "Randomized search trees", FOCS 1989; the upper ends as in Cormen et
/// al., "Introduction to Algorithms", interval trees.
final class Intervals {
  private final Domain domain;
  private final Column column;
  private volatile @Nullable Node root;

  /// @param priority a parent's is not below its children's
  /// @param highest of the upper ends in this node and below; null for none, which is above all
  private record Node(
      Cover.Span span,
      Watcher watcher,
      int priority,
      @Nullable Object highest,
      @Nullable Node left,
      @Nullable Node right) {}

  Intervals(Column column) {
    this.column = column;
    domain = column.domain();
  }

  Column column() {
    return column;
  }

  synchronized void add(Cover.Span span, Watcher watcher) {
    @Nullable Node[] parts = split(root, span, watcher);
    Node added = node(span, watcher, ThreadLocalRandom.current().nextInt(), null, null);
    root = merge(merge(parts[0], added), parts[1]);
  }

  synchronized void remove(Cover.Span span, Watcher watcher) {
    root = without(root, span, watcher);
  }

  /// Tells those whose interval has the value in it.
  void around(Object value, Consumer<Watcher> found) {
    visit(root, value, found);
  }

  private void visit(@Nullable Node node, Object value, Consumer<Watcher> found) {
    if (node == null || (node.highest != null && domain.compare(node.highest, value) < 0)) {
      return;
    }
    visit(node.left, value, found);
    if (node.span.low() == null || domain.compare(node.span.low(), value) <= 0) {
      if (node.span.high() == null || domain.compare(node.span.high(), value) >= 0) {
        found.accept(node.watcher);
      }
      visit(node.right, value, found);
    }
  }

  void all(Consumer<Watcher> found) {
    all(root, found);
  }

  private static void all(@Nullable Node node, Consumer<Watcher> found) {
    if (node != null) {
      all(node.left, found);
      found.accept(node.watcher);
      all(node.right, found);
    }
  }

  private Node node(
      Cover.Span span, Watcher watcher, int priority, @Nullable Node left, @Nullable Node right) {
    Object highest = span.high();
    if (left != null) {
      highest = higher(highest, left.highest);
    }
    if (right != null) {
      highest = higher(highest, right.highest);
    }
    return new Node(span, watcher, priority, highest, left, right);
  }

  private @Nullable Object higher(@Nullable Object one, @Nullable Object other) {
    return one == null || other == null ? null : domain.compare(one, other) >= 0 ? one : other;
  }

  private Node with(Node node, @Nullable Node left, @Nullable Node right) {
    return node(node.span, node.watcher, node.priority, left, right);
  }

  /// Those before the interval, and the others.
  private @Nullable Node[] split(@Nullable Node node, Cover.Span span, Watcher watcher) {
    if (node == null) {
      return new @Nullable Node[2];
    }
    if (order(node, span, watcher) < 0) {
      @Nullable Node[] parts = split(node.right, span, watcher);
      return new @Nullable Node[] {with(node, node.left, parts[0]), parts[1]};
    }
    @Nullable Node[] parts = split(node.left, span, watcher);
    return new @Nullable Node[] {parts[0], with(node, parts[1], node.right)};
  }

  private @Nullable Node merge(@Nullable Node left, @Nullable Node right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return left.priority >= right.priority
        ? with(left, left.left, merge(left.right, right))
        : with(right, merge(left, right.left), right.right);
  }

  private @Nullable Node without(@Nullable Node node, Cover.Span span, Watcher watcher) {
    if (node == null) {
      return null;
    }
    int order = order(node, span, watcher);
    if (order == 0) {
      return merge(node.left, node.right);
    }
    return order < 0
        ? with(node, node.left, without(node.right, span, watcher))
        : with(node, without(node.left, span, watcher), node.right);
  }

  /// Of a node and an interval: by the lower ends, then by the watchers' numbers.
  private int order(Node node, Cover.Span span, Watcher watcher) {
    Object low = node.span.low();
    Object other = span.low();
    int order;
    if (low == null || other == null) {
      order = low == null ? (other == null ? 0 : -1) : 1;
    } else {
      order = domain.compare(low, other);
    }
    return order != 0 ? order : Long.compare(node.watcher.number(), watcher.number());
  }
}
