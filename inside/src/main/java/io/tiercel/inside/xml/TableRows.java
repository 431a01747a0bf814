package io.tiercel.inside.xml;

import io.tiercel.inside.xml.stream.NotStreamable;
import io.tiercel.inside.xml.stream.StreamPlan;
import java.util.Iterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The rows of a stream, and where it cannot go on those of the tree from there: both have the same
/// rows in the same order. Confined to one thread.
final class TableRows implements Iterator<@Nullable String[]> {
  private final Supplier<TreeRows> tree;
  private Iterator<@Nullable String[]> rows;
  private boolean isStream = true;
  private long given;

  private TableRows(Supplier<TreeRows> tree, Iterator<@Nullable String[]> rows) {
    this.tree = tree;
    this.rows = rows;
  }

  static Iterator<@Nullable String[]> of(
      StreamPlan plan, byte[] document, Supplier<TreeRows> tree) {
    try {
      return new TableRows(tree, plan.rows(document));
    } catch (NotStreamable e) {
      return tree.get();
    }
  }

  @Override
  public boolean hasNext() {
    try {
      return rows.hasNext();
    } catch (NotStreamable e) {
      takeTree();
      return rows.hasNext();
    }
  }

  @Override
  public @Nullable String[] next() {
    @Nullable String[] row;
    try {
      row = rows.next();
    } catch (NotStreamable e) {
      takeTree();
      row = rows.next();
    }
    given++;
    return row;
  }

  private void takeTree() {
    if (!isStream) {
      throw new IllegalStateException("a tree is never left");
    }
    isStream = false;
    rows = tree.get();
    for (long i = 0; i < given; i++) {
      rows.next();
    }
  }
}
