package io.tiercel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The pages for users and maintainers hold together.
class PagesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().resolveSibling("");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\n]*`");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

  @Test
  void every_link_leads_to_a_page_and_to_a_heading_in_it() throws IOException {
    List<String> broken = new ArrayList<>();
    int met = 0;
    for (Path page : pages()) {
      var links = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
      while (links.find()) {
        met++;
        if (!leads(page, links.group(1))) {
          broken.add(ROOT.relativize(page) + ": " + links.group(1));
        }
      }
    }
    assertEquals(List.of(), broken);
    assertTrue(met > 200, "links met: " + met);
  }

  @Test
  void the_index_of_decisions_has_each_of_them_in_order() throws IOException {
    Path decisions = ROOT.resolve("docs/decisions");
    var listed =
        Pattern.compile("(?m)^\\| \\[\\d{4}]\\(([^)]+)\\)")
            .matcher(Files.readString(decisions.resolve("README.md")))
            .results()
            .map(row -> row.group(1))
            .toList();
    try (Stream<Path> files = Files.list(decisions)) {
      assertEquals(
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> !name.equals("README.md"))
              .sorted()
              .toList(),
          listed);
    }
  }

  @Test
  void the_architecture_names_each_module() throws IOException {
    var modules =
        Pattern.compile("<module>([^<]+)</module>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    String page = Files.readString(ROOT.resolve("docs/architecture.md"));
    assertTrue(modules.contains("wire"), "the modules: " + modules);
    modules.removeIf(module -> Pattern.compile("\\b" + module + "\\b").matcher(page).find());
    assertEquals(Set.of(), modules);
  }

  private static boolean leads(Path page, String link) throws IOException {
    if (link.contains("://") || link.startsWith("mailto:")) {
      return true;
    }
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return hash < 0
        || !target.toString().endsWith(".md")
        || anchors(target).contains(link.substring(hash + 1));
  }

  /// As GitHub makes them: lower case, no punctuation, hyphens for spaces.
  private static Set<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(
            heading ->
                heading
                    .group(1)
                    .strip()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}\\-_ ]", "")
                    .replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
    }
    return pages;
  }
}
