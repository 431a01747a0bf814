package io.tiercel.lab.report;

import java.util.List;

/// Horizontal bars from a common zero, one for each contender, as an inline SVG. Every bar says its
/// value, so there is no axis to read it from.
///
/// @param title what is compared, and in which unit
/// @param bars from top to bottom; the first is drawn in the accent colour
public record BarChart(String title, List<Bar> bars) {
  private static final int WIDTH = 480;
  private static final int LABEL_WIDTH = 104;
  private static final int BAR_WIDTH = 230;
  private static final int TITLE_HEIGHT = 30;
  private static final int ROW_HEIGHT = 26;
  private static final int BAR_HEIGHT = 16;

  /// One bar.
  ///
  /// @param text the value as people write it, with the ratio if there is one
  public record Bar(String label, double value, String text) {
    public Bar {
      if (!(value >= 0)) {
        throw new IllegalArgumentException("%s: value=%s".formatted(label, value));
      }
    }
  }

  public BarChart {
    bars = List.copyOf(bars);
  }

  String svg() {
    int height = TITLE_HEIGHT + bars.size() * ROW_HEIGHT + 4;
    var svg = new StringBuilder();
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n"
            .formatted(WIDTH, height, Page.escape(title + ": " + summary())));
    svg.append("<text class=\"title\" x=\"0\" y=\"16\">%s</text>\n".formatted(Page.escape(title)));
    double max = bars.stream().mapToDouble(Bar::value).max().orElse(0);
    for (int i = 0; i < bars.size(); i++) {
      svg.append(row(bars.get(i), TITLE_HEIGHT + i * ROW_HEIGHT, max, i == 0));
    }
    return svg.append("</svg>\n").toString();
  }

  private static String row(Bar bar, int top, double max, boolean isFirst) {
    // Not thinner than a line: a small value is still a value.
    long width = max == 0 ? 1 : Math.max(1, Math.round(bar.value / max * BAR_WIDTH));
    int baseline = top + 13;
    return """
    <text class="label" x="%d" y="%d" text-anchor="end">%s</text>
    <rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="2"/>
    <text class="value" x="%d" y="%d">%s</text>
    """
        .formatted(
            LABEL_WIDTH - 8,
            baseline,
            Page.escape(bar.label),
            isFirst ? "bar ours" : "bar",
            LABEL_WIDTH,
            top,
            width,
            BAR_HEIGHT,
            LABEL_WIDTH + width + 6,
            baseline,
            Page.escape(bar.text));
  }

  private String summary() {
    return String.join(", ", bars.stream().map(bar -> bar.label + " " + bar.text).toList());
  }
}
