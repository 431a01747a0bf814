package io.tiercel.json.advisor;

import io.tiercel.json.advisor.workload.PathUse;
import io.tiercel.wire.error.ServerException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/// Chooses candidates, the best first; after each the others are measured again with it in place,
/// for two that serve one statement are not worth their sum. Confined to one thread.
final class Selection {
  /// Less than that may be the machine's mood.
  private static final double LEAST_GAIN = 1.2;

  private final TableFacts facts;
  private final AdvisorOptions options;
  private final Trial trial;
  private final List<BoundStatement> statements;
  private final List<List<PlanMeasure>> whole;
  private final Consumer<String> progress;
  private final long sampleRows;
  private final double growth;
  private final List<String> notes = new ArrayList<>();
  private final List<StatementAdvice> asTheyAre = new ArrayList<>();

  /// What a call of each statement takes on the whole table, with what was chosen so far.
  private final List<Double> millis = new ArrayList<>();

  Selection(
      TableFacts facts,
      AdvisorOptions options,
      Trial trial,
      SampleTable sample,
      List<BoundStatement> statements,
      List<List<PlanMeasure>> whole,
      Consumer<String> progress) {
    this.facts = facts;
    this.options = options;
    this.trial = trial;
    this.statements = statements;
    this.whole = whole;
    this.progress = progress;
    this.sampleRows = sample.rows();
    this.growth = Math.max(1, (double) facts.rows() / sampleRows);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }

  /// The statements as things are; after [#choose].
  List<StatementAdvice> statements() {
    return List.copyOf(asTheyAre);
  }

  /// All candidates, the chosen ones first in their order.
  List<CandidateAdvice> choose(List<Candidate> candidates) {
    Trial.Outcome now = trial.now(statements);
    for (int i = 0; i < statements.size(); i++) {
      asTheyAre.add(asItIs(i, now.plans().get(i)));
      millis.add(asTheyAre.getLast().millis());
    }
    double total = asTheyAre.stream().mapToDouble(StatementAdvice::millisPerDay).sum();
    List<CandidateAdvice> chosen = new ArrayList<>();
    List<CandidateAdvice> rest = new ArrayList<>();
    Trial.Outcome first = now;
    for (Candidate candidate : candidates) {
      try {
        if (trial.isThere(candidate)) {
          notes.add(
              "%s is there already, and is as it should be".formatted(candidate.definition()));
        } else {
          rest.add(advice(candidate, now));
        }
      } catch (ServerException e) {
        notes.add(
            "%s on %s cannot be made: %s"
                .formatted(candidate.kind().text(), candidate.expression(), e.error().message()));
      }
    }
    double bytesLeft = options.diskShare() * facts.bytes();
    while (true) {
      double room = bytesLeft;
      CandidateAdvice best =
          rest.stream()
              .filter(advice -> obstacle(advice, total, room).isEmpty())
              .max(Comparator.comparingDouble(CandidateAdvice::netMillisPerDay))
              .orElse(null);
      if (best == null) {
        break;
      }
      rest.remove(best);
      chosen.add(best.decided(true, reason(best)));
      bytesLeft -= Math.max(0, best.bytes());
      trial.keep(best.candidate());
      best.gains()
          .forEach(
              gain -> {
                for (int i = 0; i < statements.size(); i++) {
                  if (statements.get(i).entry().statement().sql().equals(gain.sql())) {
                    millis.set(i, gain.afterMillis());
                  }
                }
              });
      now = trial.now(statements);
      rest = again(rest, now, total);
    }
    double room = bytesLeft;
    rest.sort(Comparator.comparingDouble(advice -> -advice.netMillisPerDay()));
    rest.forEach(advice -> chosen.add(advice.decided(false, obstacle(advice, total, room))));
    for (int i = 0; i < statements.size(); i++) {
      asTheyAre.set(
          i, asTheyAre.get(i).advised(trial.onTable(statements.get(i), true), millis.get(i)));
    }
    if (first.plans().isEmpty() && !candidates.isEmpty()) {
      notes.add("no statement could be tried: only what concerns writes is measured");
    }
    return chosen;
  }

  /// Those that were worth it by themselves are measured again; the others are not worth more now.
  private List<CandidateAdvice> again(List<CandidateAdvice> rest, Trial.Outcome now, double total) {
    List<CandidateAdvice> again = new ArrayList<>();
    for (CandidateAdvice advice : rest) {
      if (!obstacle(advice, total, Double.MAX_VALUE).isEmpty()) {
        again.add(advice);
        continue;
      }
      try {
        again.add(advice(advice.candidate(), now));
      } catch (ServerException e) {
        notes.add(
            "%s on %s cannot be made any more: %s"
                .formatted(
                    advice.candidate().kind().text(),
                    advice.candidate().expression(),
                    e.error().message()));
      }
    }
    return again;
  }

  private StatementAdvice asItIs(int i, List<PlanMeasure> sampled) {
    List<PlanMeasure> runs = whole.get(i);
    boolean isMeasured = !runs.isEmpty();
    List<PlanMeasure> known = isMeasured ? runs : sampled;
    double mean =
        isMeasured
            ? runs.stream().mapToDouble(PlanMeasure::millis).average().orElseThrow()
            : sampled.stream()
                .mapToDouble(plan -> Prediction.before(plan, growth))
                .average()
                .orElseThrow();
    return new StatementAdvice(
        statements.get(i).entry(),
        trial.onTable(statements.get(i), false),
        List.of(),
        mean,
        mean,
        isMeasured,
        Math.round(known.stream().mapToLong(PlanMeasure::buffers).average().orElse(0)),
        known.stream().mapToDouble(PlanMeasure::estimateError).max().orElse(1),
        "");
  }

  private CandidateAdvice advice(Candidate candidate, Trial.Outcome now) {
    progress.accept("trying " + candidate.kind().text() + " " + candidate.expression());
    Trial.Outcome with = trial.with(candidate, statements);
    List<CandidateAdvice.Gain> gains = new ArrayList<>();
    double errorBefore = 1;
    double errorAfter = 1;
    for (int i = 0; i < statements.size(); i++) {
      List<PlanMeasure> before = now.plans().get(i);
      List<PlanMeasure> after = with.plans().get(i);
      if (concerns(candidate, statements.get(i))) {
        errorBefore = Math.max(errorBefore, worst(before));
        errorAfter = Math.max(errorAfter, worst(after));
      }
      if ((candidate.needsRewrite() && concerns(candidate, statements.get(i)))
          || isOtherPlan(candidate, before, after)) {
        double predicted = predicted(i, before, after);
        gains.add(
            new CandidateAdvice.Gain(
                statements.get(i).entry().statement().sql(),
                statements.get(i).entry().statement().callsPerDay(),
                millis.get(i),
                predicted));
      }
    }
    return new CandidateAdvice(
        candidate,
        gains,
        now.writes(),
        with.writes(),
        writeMillisPerDay(candidate, now.writes(), with.writes()),
        bytes(candidate, now, with),
        with.buildSeconds() * growth,
        errorBefore,
        errorAfter,
        false,
        "");
  }

  private long bytes(Candidate candidate, Trial.Outcome now, Trial.Outcome with) {
    double sampled = with.bytes() - now.bytes();
    return Math.round(
        candidate.kind() == CandidateKind.INDEX
            ? sampled + with.bytesPerRow() * Math.max(0, facts.rows() - sampleRows)
            : sampled * growth);
  }

  private static double worst(List<PlanMeasure> plans) {
    return plans.stream().mapToDouble(PlanMeasure::estimateError).max().orElse(1);
  }

  private static boolean concerns(Candidate candidate, BoundStatement statement) {
    return statement.entry().uses().uses().stream()
        .map(PathUse::expression)
        .anyMatch(candidate.expression()::equals);
  }

  /// A plan as before takes the time as before, whatever the clock says: the noise of a machine is
  /// no gain.
  private static boolean isOtherPlan(
      Candidate candidate, List<PlanMeasure> before, List<PlanMeasure> after) {
    if (candidate.isForNewDocuments()) {
      return true;
    }
    for (int i = 0; i < before.size(); i++) {
      if (before.get(i).isScan() != after.get(i).isScan()
          || !before.get(i).indexes().equals(after.get(i).indexes())) {
        return true;
      }
    }
    return false;
  }

  private double predicted(int i, List<PlanMeasure> before, List<PlanMeasure> after) {
    // Runs on the whole table are of things as they were before anything was chosen.
    boolean isFirst = Double.compare(millis.get(i), asTheyAre.get(i).millis()) == 0;
    List<PlanMeasure> runs = isFirst ? whole.get(i) : List.of();
    double predicted = Prediction.after(growth, runs, before, after);
    if (isFirst) {
      return predicted;
    }
    double predictedNow =
        before.stream()
            .mapToDouble(plan -> Prediction.before(plan, growth))
            .average()
            .orElseThrow();
    return millis.get(i) * Math.min(1, predicted / Math.max(predictedNow, 0.001));
  }

  /// Statistics cost no write anything, and an index makes none cheaper: what the clock says
  /// against
  /// that is noise.
  private double writeMillisPerDay(Candidate candidate, WriteCost before, WriteCost after) {
    double millis =
        (facts.insertsPerDay() * (after.insertMicros() - before.insertMicros())
                + facts.updatesPerDay() * (after.updateMicros() - before.updateMicros()))
            / 1000;
    return switch (candidate.kind()) {
      case STATISTICS -> 0;
      case INDEX, STORED_COLUMN -> Math.max(0, millis);
      case DROP_INDEX -> Math.min(0, millis);
      case COMPRESSION, TOAST_TARGET -> millis;
    };
  }

  /// Why a candidate is not chosen; empty if nothing speaks against it.
  private String obstacle(CandidateAdvice advice, double total, double room) {
    Candidate candidate = advice.candidate();
    if (candidate.kind() == CandidateKind.DROP_INDEX) {
      return advice.gainMillisPerDay() < 0 ? "statements of the workload use it" : "";
    }
    if (isNoise(advice)) {
      return "it makes nothing quicker by a fifth";
    }
    if (advice.netMillisPerDay() <= options.minGain() * total) {
      return advice.gainMillisPerDay() <= 0
          ? "it makes more slower than quicker"
          : "it gains less than it costs, or less than %.0f %% of the time"
              .formatted(options.minGain() * 100);
    }
    if (candidate.needsRewrite() && !options.allowsRewrites()) {
      return "statements would have to be written with the column (--rewrites)";
    }
    if (candidate.isForNewDocuments()) {
      return "only documents stored from then on have it: decide by hand";
    }
    return advice.bytes() > room ? "there is no room for it in the budget of disk (--disk)" : "";
  }

  private static boolean isNoise(CandidateAdvice advice) {
    return advice.gains().stream()
        .noneMatch(gain -> gain.beforeMillis() > LEAST_GAIN * gain.afterMillis());
  }

  private static String reason(CandidateAdvice advice) {
    return advice.candidate().kind() == CandidateKind.DROP_INDEX
        ? advice.candidate().why()
        : "gains most of those that are left";
  }
}
