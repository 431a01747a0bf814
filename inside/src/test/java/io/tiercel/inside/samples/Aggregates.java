package io.tiercel.inside.samples;

import io.tiercel.inside.PgException;
import io.tiercel.inside.PgSession;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the aggregate tests create as aggregates: classes whose objects are states.
public final class Aggregates {
  private Aggregates() {}

  /// The logarithms are summed.
  public static final class GeometricMean {
    private double logarithms;
    private long count;

    public void add(@Nullable Double value) {
      if (value != null) {
        if (value < 0) {
          throw new PgException("2201E", "no logarithm of " + value);
        }
        logarithms += Math.log(value);
        count++;
      }
    }

    public @Nullable Double result() {
      return count == 0 ? null : Math.exp(logarithms / count);
    }
  }

  /// Two arguments, a row as the result, and statements of its own.
  public static final class Longest {
    private String text = "";
    private int weight;
    private int asked;

    public void add(@Nullable String candidate, int candidateWeight) {
      if (candidate != null && candidate.length() * candidateWeight > text.length() * weight) {
        text = candidate;
        weight = candidateWeight;
        asked +=
            PgSession.current().query(int.class, "select length($1::text)", candidate).getFirst();
      }
    }

    public record Found(String text, int weight, int asked) {}

    public Found result() {
      return new Found(text, weight, asked);
    }
  }

  /// What it holds shows how many of them are alive.
  public static final class Heavy {
    private final List<byte[]> kept = new ArrayList<>();

    public void add(int bytes) {
      kept.add(new byte[bytes]);
    }

    public int result() {
      return kept.size();
    }
  }
}
