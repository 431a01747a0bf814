package io.tiercel.json.search;

import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.CqlString;
import io.tiercel.json.cql.DiagnosticType;
import io.tiercel.json.cql.PrefixAssignment;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What prefixes stand for in a part of a query. Immutable.
final class Names {
  /// The context set of CQL itself, whichever version.
  static final String CQL = "info:srw/cql-context-set/1/cql-v1.2";

  /// The context set of sorting.
  static final String SORT = "info:srw/cql-context-set/1/sort-v1.0";

  private static final String CQL_ANY_VERSION = "info:srw/cql-context-set/1/cql-v";

  private final Map<String, String> uris;

  /// A name and the URI of its context set, empty where the name has no prefix.
  record Resolved(String uri, String name) {
    boolean isOf(String contextSet) {
      return uri.equals(contextSet);
    }
  }

  private Names(Map<String, String> uris) {
    this.uris = uris;
  }

  static Names of(CqlProfile profile) {
    Map<String, String> uris = new HashMap<>();
    uris.put("cql", CQL);
    uris.put("sort", SORT);
    uris.put("", "");
    profile.contextSets().forEach((prefix, uri) -> uris.put(prefix.toLowerCase(Locale.ROOT), uri));
    return new Names(uris);
  }

  /// The names within a scope.
  Names within(List<PrefixAssignment> assignments) {
    Map<String, String> inner = new HashMap<>(uris);
    for (PrefixAssignment assignment : assignments) {
      CqlString prefix = assignment.prefix();
      inner.put(prefix == null ? "" : prefix.folded(), assignment.uri().text());
    }
    return new Names(inner);
  }

  Resolved resolve(CqlString name) {
    String text = name.folded();
    int dot = text.indexOf('.');
    String prefix = dot < 0 ? "" : text.substring(0, dot);
    String uri = uris.get(prefix);
    if (uri == null) {
      throw new CqlException(DiagnosticType.CONTEXT_SET, prefix, name.position());
    }
    boolean isCql = uri.startsWith(CQL_ANY_VERSION);
    return new Resolved(isCql ? CQL : uri, text.substring(dot + 1));
  }

  /// The name of a relation or modifier of a context set, to which names without a prefix belong;
  /// empty if it is of another.
  String local(CqlString name, String contextSet) {
    if (name.text().indexOf('.') < 0) {
      return name.folded();
    }
    Resolved resolved = resolve(name);
    return resolved.isOf(contextSet) ? resolved.name() : "";
  }
}
