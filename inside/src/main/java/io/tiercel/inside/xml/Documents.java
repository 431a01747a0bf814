package io.tiercel.inside.xml;

import io.tiercel.inside.PgSession;
import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import net.sf.saxon.s9api.XdmNode;
import org.jspecify.annotations.Nullable;

/// The trees of the documents that a session's calls had last: a query that asks a document twice,
/// or for each of its rows, parses it once. Which call belongs to which query is not known here, so
/// they stay until others come or memory runs short. Two documents are the same if their bytes are.
/// Confined to the thread of its session.
final class Documents {
  private static final String ATTRIBUTE = Documents.class.getName();
  private static final int MOST_DOCUMENTS = 4;

  /// A tree takes several times its text, and what has to be collected for another one costs more
  /// than to build it.
  private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 16;

  private static final class Known {
    final byte[] bytes;
    final XdmNode tree;

    Known(byte[] bytes, XdmNode tree) {
      this.bytes = bytes;
      this.tree = tree;
    }
  }

  private record Entry(int length, int hash, SoftReference<Known> known) {}

  /// The last first.
  private final Deque<Entry> entries = new ArrayDeque<>();

  private int parsed;

  Documents() {}

  /// Those of the calling session; new ones where none called, as in a test.
  static Documents ofSession() {
    PgSession session = PgSession.currentOrNull();
    return session == null
        ? new Documents()
        : (Documents) session.attributes().computeIfAbsent(ATTRIBUTE, key -> new Documents());
  }

  /// How many were parsed.
  int parsed() {
    return parsed;
  }

  /// The tree of a document in UTF-8.
  ///
  /// @throws io.tiercel.inside.PgException `2200M` if it is not well-formed
  XdmNode tree(byte[] document) {
    int hash = Arrays.hashCode(document);
    XdmNode known = find(document, hash);
    if (known != null) {
      return known;
    }
    makeRoom(document.length);
    XdmNode tree = XQueryProcessor.instance().parse(document);
    parsed++;
    entries.addFirst(
        new Entry(document.length, hash, new SoftReference<>(new Known(document, tree))));
    return tree;
  }

  private @Nullable XdmNode find(byte[] document, int hash) {
    for (var each = entries.iterator(); each.hasNext(); ) {
      Entry entry = each.next();
      Known known = entry.known.get();
      if (known == null) {
        each.remove();
      } else if (entry.length == document.length
          && entry.hash == hash
          && Arrays.equals(known.bytes, document)) {
        each.remove();
        entries.addFirst(entry);
        return known.tree;
      }
    }
    return null;
  }

  /// For one more, which stays however large it is.
  private void makeRoom(long more) {
    long bytes = more;
    int count = 1;
    for (var each = entries.iterator(); each.hasNext(); ) {
      bytes += each.next().length;
      count++;
      if (count > MOST_DOCUMENTS || bytes > MOST_BYTES) {
        each.remove();
      }
    }
  }
}
