package io.tiercel.json.advisor;

import io.tiercel.json.SqlName;
import io.tiercel.json.advisor.workload.PathOperator;
import io.tiercel.json.advisor.workload.PathUse;
import io.tiercel.json.advisor.workload.ValueClass;
import io.tiercel.json.advisor.workload.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What may help a workload on one table: the rules of thumb, of which the trial keeps what is
/// true. Confined to one thread.
final class Proposals {
  private static final int MAX_NAME = 50;
  private static final int TARGET = 8_160;
  private static final int SMALL_INDEX = 64 * 1024;
  private static final double DAYS_OF_DISUSE = 7;

  private final TableFacts facts;
  private final Features features;
  private final Map<String, Candidate> candidates = new LinkedHashMap<>();
  private final Set<String> names = new HashSet<>();
  private final List<String> notes = new ArrayList<>();

  /// What the server has.
  ///
  /// @param hasTrigrams whether the extension pg_trgm is created
  /// @param hasLz4 whether the server is built with it
  record Features(boolean hasTrigrams, boolean hasLz4) {}

  /// @param taken names that nothing new is to have
  Proposals(TableFacts facts, Features features, Set<String> taken) {
    this.facts = facts;
    this.features = features;
    names.addAll(taken);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }

  /// The candidates, those for frequent statements first.
  ///
  /// @param types of expressions as columns would have them, for those that may be columns
  List<Candidate> propose(List<Workload.Entry> entries, Map<String, String> types) {
    for (Workload.Entry entry : entries) {
      List<PathUse> uses =
          entry.uses().uses().stream()
              .filter(use -> use.column().equals(facts.document()) && use.isIndexable())
              .toList();
      uses.forEach(use -> propose(use, types.get(use.expression())));
      pair(uses);
    }
    toast(entries);
    drops();
    return List.copyOf(candidates.values());
  }

  private void propose(PathUse use, @Nullable String type) {
    String why = use.operator().sign() + " on " + use.pathText();
    String expression = use.expression();
    boolean isScalar = use.valueClass() != ValueClass.JSON && use.valueClass() != ValueClass.WORDS;
    switch (use.operator()) {
      case EQUAL, RANGE, JOIN, SORT, NOT_EQUAL, EXISTS -> {
        if (use.path() != null
            && use.operator() != PathOperator.EXISTS
            && (isScalar || use.operator() == PathOperator.EQUAL)) {
          index(use, "btree", "", why);
        }
      }
      case BEGINS -> {
        if (isScalar) {
          boolean isOrdered = expression.toLowerCase(Locale.ROOT).contains("collate \"c\"");
          index(use, "btree", isOrdered ? "" : " text_pattern_ops", why);
        }
      }
      case WORDS -> index(use, "gin", "", why);
      case CONTAINS -> {
        if (facts.document().type().equals("jsonb")) {
          index(use, "gin", " jsonb_path_ops", why);
        }
      }
      case MEMBER -> {
        if (facts.document().type().equals("jsonb")) {
          index(use, "gin", "", why);
        }
      }
      case MATCHES -> {
        if (features.hasTrigrams()) {
          index(use, "gin", " gin_trgm_ops", why);
        } else {
          note("the extension pg_trgm is not created: no trigram index is tried for " + why);
        }
      }
      case GROUP, PROJECT -> {}
    }
    if (isScalar && use.path() != null) {
      statistics(use, why);
      if (type != null) {
        column(use, type, why);
      }
    }
  }

  private void note(String note) {
    if (!notes.contains(note)) {
      notes.add(note);
    }
  }

  private void index(PathUse use, String method, String operatorClass, String why) {
    String definition = "using %s ((%s)%s)".formatted(method, use.expression(), operatorClass);
    add(
        CandidateKind.INDEX,
        "i" + definition,
        slug(use) + (method.equals("gin") ? "_gin" : "_idx"),
        use.expression(),
        definition,
        "",
        why);
  }

  /// An equality and the order in which its rows are wanted.
  private void pair(List<PathUse> uses) {
    for (PathUse equal : uses) {
      for (PathUse sort : uses) {
        if (equal.operator() == PathOperator.EQUAL
            && equal.valueClass() != ValueClass.JSON
            && sort.operator() == PathOperator.SORT
            && !equal.expression().equals(sort.expression())) {
          String definition =
              "using btree ((%s), (%s))".formatted(equal.expression(), sort.expression());
          add(
              CandidateKind.INDEX,
              "i" + definition,
              slug(equal) + "_sorted_idx",
              equal.expression(),
              definition,
              "",
              "= on " + equal.pathText() + " with order by " + sort.pathText());
        }
      }
    }
  }

  private void statistics(PathUse use, String why) {
    if (use.operator().isCondition() || use.operator() == PathOperator.GROUP) {
      add(
          CandidateKind.STATISTICS,
          "s" + use.expression(),
          slug(use) + "_stat",
          use.expression(),
          "(" + use.expression() + ")",
          "",
          "estimates for " + why);
    }
  }

  private void column(PathUse use, String type, String why) {
    add(
        CandidateKind.STORED_COLUMN,
        "c" + use.expression(),
        slug(use),
        use.expression(),
        "%s generated always as (%s) stored".formatted(type, use.expression()),
        "",
        why);
  }

  private void toast(List<Workload.Entry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    SqlName column = SqlName.of(facts.document().column());
    if (features.hasLz4() && !facts.compression().equals("lz4")) {
      add(
          CandidateKind.COMPRESSION,
          "lz4",
          "lz4",
          facts.document().column(),
          "alter column %s set compression lz4".formatted(column),
          "alter column %s set compression %s"
              .formatted(column, facts.hasOwnCompression() ? facts.compression() : "default"),
          "every read of a document");
    } else if (!features.hasLz4()) {
      note("the server is built without lz4: the compression is not tried");
    }
    if (facts.toastBytes() > 0 && facts.toastTarget() != TARGET) {
      add(
          CandidateKind.TOAST_TARGET,
          "target",
          "toast_tuple_target",
          facts.document().column(),
          "set (toast_tuple_target = %d)".formatted(TARGET),
          facts.toastTarget() == 0
              ? "reset (toast_tuple_target)"
              : "set (toast_tuple_target = %d)".formatted(facts.toastTarget()),
          "scans of documents");
    }
  }

  /// Indexes that nothing used, that are there twice, or that failed when they were built.
  private void drops() {
    for (TableFacts.IndexFacts index : facts.indexes()) {
      if (index.isNeeded()) {
        continue;
      }
      String twin = twin(index);
      boolean isUnused =
          index.scans() == 0
              && index.bytes() >= SMALL_INDEX
              && facts.statisticsDays() >= DAYS_OF_DISUSE;
      if (twin == null && !isUnused && index.isValid()) {
        continue;
      }
      String why =
          !index.isValid()
              ? "it is not valid: its build failed"
              : twin != null
                  ? "the same as " + twin
                  : "no scan in the %.0f days of the statistics".formatted(facts.statisticsDays());
      add(
          CandidateKind.DROP_INDEX,
          "d" + index.name(),
          index.name(),
          facts.document().column(),
          "",
          index
              .definition()
              .replaceFirst("^CREATE( UNIQUE)? INDEX ", "CREATE$1 INDEX CONCURRENTLY "),
          why);
    }
  }

  /// Another index that is made in the same way, which stays.
  private @Nullable String twin(TableFacts.IndexFacts index) {
    return facts.indexes().stream()
        .filter(other -> !other.name().equals(index.name()) && body(other).equals(body(index)))
        .filter(other -> other.isNeeded() || other.name().compareTo(index.name()) < 0)
        .map(TableFacts.IndexFacts::name)
        .findFirst()
        .orElse(null);
  }

  private static String body(TableFacts.IndexFacts index) {
    return index.definition().substring(index.definition().indexOf(" ON "));
  }

  private void add(
      CandidateKind kind,
      String key,
      String object,
      String expression,
      String definition,
      String undo,
      String why) {
    Candidate known = candidates.get(key);
    if (known != null) {
      return;
    }
    String name = kind == CandidateKind.DROP_INDEX ? object : unique(object);
    candidates.put(
        key, new Candidate(kind, facts.table(), name, expression, definition, undo, why));
  }

  private String slug(PathUse use) {
    String path = use.pathText().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    String slug = facts.table().last().toLowerCase(Locale.ROOT) + "_" + path;
    slug = slug.replaceAll("[^a-z0-9]+", "_").replaceAll("^_|_$", "");
    return slug.substring(0, Math.min(MAX_NAME, slug.length()));
  }

  private String unique(String object) {
    String name = object;
    // A column has an index of its own name.
    for (int i = 2; names.contains(name) || names.contains(name + "_key"); i++) {
      name = object + i;
    }
    names.addAll(List.of(name, name + "_key"));
    return name;
  }
}
