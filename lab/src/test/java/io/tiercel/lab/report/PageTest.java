package io.tiercel.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.lab.report.BarChart.Bar;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class PageTest {
  private static final String HOSTILE =
      "<script>alert(\"1\")</script> & ' \u0000\u0007 ü \uD83E\uDD85";

  private static Document parse(Page page) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(page.html())));
  }

  private static Page everything() {
    return new Page(HOSTILE, HOSTILE)
        .heading(HOSTILE)
        .subheading(HOSTILE)
        .paragraph(HOSTILE)
        .items(List.of(HOSTILE))
        .preformatted(HOSTILE)
        .folded(HOSTILE, HOSTILE)
        .table(List.of("", HOSTILE), List.of(List.of(HOSTILE, HOSTILE)), true)
        .charts(List.of(new BarChart(HOSTILE, List.of(new Bar(HOSTILE, 1, HOSTILE)))));
  }

  @Test
  void any_text_leaves_the_page_well_formed_and_is_shown_as_text() throws Exception {
    var document = parse(everything());
    assertEquals(0, document.getElementsByTagName("script").getLength());
    String shown = document.getElementsByTagName("h2").item(0).getTextContent();
    assertEquals(HOSTILE.replace('\u0000', '?').replace('\u0007', '?'), shown);
  }

  @Test
  void nothing_is_fetched_from_elsewhere() {
    String html = everything().html();
    assertFalse(html.contains("http:") || html.contains("https:") || html.contains("url("));
    assertTrue(html.contains("prefers-color-scheme: dark"));
  }

  @Test
  void bars_are_as_long_as_their_values_are_large() throws Exception {
    var chart =
        new BarChart(
            "t", List.of(new Bar("a", 10, "10"), new Bar("b", 5, "5"), new Bar("c", 0, "0")));
    var bars = parse(new Page("t", "s").charts(List.of(chart))).getElementsByTagName("rect");
    assertEquals(width(bars.item(0)), 2 * width(bars.item(1)));
    assertEquals(1, width(bars.item(2)), "nothing is still drawn as a line");
  }

  private static int width(org.w3c.dom.Node bar) {
    return Integer.parseInt(((Element) bar).getAttribute("width"));
  }
}
