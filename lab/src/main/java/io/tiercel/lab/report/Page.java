package io.tiercel.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Builds a page from top to bottom. What is given as text is escaped; the page is well-formed XML
/// as well as HTML. Confined to one thread.
public final class Page {
  private final String title;
  private final StringBuilder body = new StringBuilder();

  public Page(String title, String summary) {
    this.title = title;
    body.append("<header><h1>").append(escape(title)).append("</h1>");
    paragraph(summary);
    body.append("</header>\n");
  }

  /// Text between tags or quotes; characters that XML has no place for become `?`.
  static String escape(String text) {
    var out = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\n', '\t' -> out.append((char) c);
                default -> out.appendCodePoint(isXml(c) ? c : '?');
              }
            });
    return out.toString();
  }

  private static boolean isXml(int c) {
    return c >= 0x20 && !(c >= 0xD800 && c <= 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
  }

  public Page heading(String text) {
    return element("h2", text);
  }

  public Page subheading(String text) {
    return element("h3", text);
  }

  public Page paragraph(String text) {
    return element("p", text);
  }

  private Page element(String name, String text) {
    body.append('<').append(name).append('>').append(escape(text));
    body.append("</").append(name).append(">\n");
    return this;
  }

  public Page items(List<String> items) {
    body.append("<ul>\n");
    items.forEach(item -> body.append("<li>").append(escape(item)).append("</li>\n"));
    body.append("</ul>\n");
    return this;
  }

  /// Text in the spacing it has, folded away until the reader opens it.
  public Page folded(String summary, String text) {
    body.append("<details><summary>").append(escape(summary)).append("</summary><pre>");
    body.append(escape(text)).append("</pre></details>\n");
    return this;
  }

  /// Text in the spacing it has.
  public Page preformatted(String text) {
    body.append("<pre>").append(escape(text)).append("</pre>\n");
    return this;
  }

  /// A table whose first column names the row; the others are set flush right when `isNumeric`.
  public Page table(List<String> head, List<List<String>> rows, boolean isNumeric) {
    body.append("<div class=\"scroll\"><table")
        .append(isNumeric ? " class=\"numbers\"" : "")
        .append("><thead><tr>");
    head.forEach(cell -> body.append("<th scope=\"col\">").append(escape(cell)).append("</th>"));
    body.append("</tr></thead><tbody>\n");
    for (List<String> row : rows) {
      body.append("<tr><th scope=\"row\">").append(escape(row.getFirst())).append("</th>");
      row.stream()
          .skip(1)
          .forEach(cell -> body.append("<td>").append(escape(cell)).append("</td>"));
      body.append("</tr>\n");
    }
    body.append("</tbody></table></div>\n");
    return this;
  }

  /// Charts side by side where there is room.
  public Page charts(List<BarChart> charts) {
    body.append("<div class=\"charts\">\n");
    charts.forEach(chart -> body.append(chart.svg()));
    body.append("</div>\n");
    return this;
  }

  /// The whole file.
  public String html() {
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <title>%s</title>
    <style>
    %s</style>
    </head>
    <body><main>
    %s</main></body>
    </html>
    """
        .formatted(escape(title), style(), body);
  }

  private static String style() {
    try (InputStream in = Page.class.getResourceAsStream("report.css")) {
      if (in == null) {
        throw new IllegalStateException("report.css is missing beside the classes");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
