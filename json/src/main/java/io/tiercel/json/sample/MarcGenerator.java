package io.tiercel.json.sample;

import io.tiercel.json.marc.ControlField;
import io.tiercel.json.marc.DataField;
import io.tiercel.json.marc.MarcField;
import io.tiercel.json.marc.MarcReader;
import io.tiercel.json.marc.MarcRecord;
import io.tiercel.json.marc.Subfield;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Bibliographic records as a large library has them: about 40 fields, 4 KB as MARC-in-JSON, values
/// that are skewed (languages, subjects, names), nearly unique (numbers) or unique (`999 $i`),
/// accents, fields that repeat and fields that are missing. A record depends on the seed and its
/// number alone, so that any part of the data can be made again. Immutable, safe for any number of
/// threads.
public final class MarcGenerator {
  private static final String[] LANGUAGES = {
    "eng", "eng", "eng", "eng", "eng", "eng", "ger", "ger", "fre", "fre", "spa", "spa", "rus",
    "ita", "jpn", "chi", "lat", "por", "pol", "kor"
  };
  private static final String[] PLACES = {"nyu", "enk", "gw ", "fr ", "cau", "ilu", "it ", "sp "};
  private static final String[] KINDS = {
    "a", "a", "a", "a", "a", "a", "a", "c", "e", "g", "j", "m"
  };
  private static final String[] FORMS = {
    "Electronic books.",
    "Conference papers and proceedings.",
    "Periodicals.",
    "Biographies.",
    "Fiction.",
    "Maps."
  };

  private final long seed;
  private final Vocabulary words;
  private final Vocabulary subjects;
  private final Vocabulary surnames;
  private final Vocabulary forenames;
  private final Vocabulary publishers;

  public MarcGenerator(long seed) {
    this.seed = seed;
    words = new Vocabulary(seed ^ 1, 30_000, 1, 4, false);
    subjects = new Vocabulary(seed ^ 2, 8_000, 2, 4, true);
    surnames = new Vocabulary(seed ^ 3, 40_000, 1, 3, true);
    forenames = new Vocabulary(seed ^ 4, 600, 1, 2, true);
    publishers = new Vocabulary(seed ^ 5, 2_000, 2, 3, true);
  }

  /// The records `from` to `from + count - 1` as a reader, for the loader.
  public MarcReader reader(long from, long count) {
    return new MarcReader() {
      private long number;

      @Override
      public @Nullable MarcRecord read() {
        return number == count ? null : MarcGenerator.this.record(from + number++);
      }

      @Override
      public long number() {
        return number;
      }

      @Override
      public String place() {
        return "generated record " + (from + number - 1);
      }

      @Override
      public void close() {}
    };
  }

  /// The record of a number, from 0 on.
  public MarcRecord record(long number) {
    var random = new SplittableRandom(mix(seed + number * 0x9E3779B97F4A7C15L));
    // The generator's own state follows from the first draw; without the split neighbours are
    // alike.
    return new Draft(number, random.split()).record();
  }

  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }

  /// One record while it is made.
  private final class Draft {
    private final long number;
    private final SplittableRandom random;
    private final List<MarcField> fields = new ArrayList<>();
    private final String year;
    private final String language;

    Draft(long number, SplittableRandom random) {
      this.number = number;
      this.random = random;
      // Most books are of the last decades.
      year = String.valueOf(2026 - (int) Math.floor(Math.pow(random.nextDouble(), 2.5) * 150));
      language = one(LANGUAGES);
    }

    MarcRecord record() {
      String kind = one(KINDS);
      String leader =
          "%05dn%sm a22%05d%si 4500"
              .formatted(
                  random.nextInt(1_500, 6_000), kind, random.nextInt(300, 900), one(" ", "7", "1"));
      numbers();
      description();
      notes();
      headings();
      local();
      return new MarcRecord(leader, fields);
    }

    private void numbers() {
      fields.add(new ControlField("001", "in%011d".formatted(number)));
      fields.add(new ControlField("003", random.nextInt(10) == 0 ? "OCoLC" : "TrcL"));
      fields.add(
          new ControlField(
              "005",
              "20%02d%02d%02d%06d.0"
                  .formatted(
                      random.nextInt(5, 27),
                      random.nextInt(1, 13),
                      random.nextInt(1, 29),
                      random.nextInt(235_960))));
      fields.add(
          new ControlField(
              "008",
              "%02d%02d%02ds%s    %s     o    000 0 %s d"
                  .formatted(
                      random.nextInt(70, 100),
                      random.nextInt(1, 13),
                      random.nextInt(1, 29),
                      year,
                      one(PLACES),
                      language)));
      add("010", "  ", "a", "  %s%06d".formatted(year, random.nextInt(1_000_000)));
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        add(
            "020",
            "  ",
            "a",
            "978" + digits(10),
            "q",
            one("(hardcover)", "(paperback)", "(electronic bk.)"));
      }
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        add("035", "  ", "a", "(OCoLC)" + digits(9));
      }
      add(
          "040",
          "  ",
          "a",
          "DLC",
          "b",
          "eng",
          "e",
          "rda",
          "c",
          "DLC",
          "d",
          one("OCLCO", "UKMGB", "YDXCP"));
      if (random.nextInt(4) == 0) {
        add("041", "1 ", "a", language, "h", one(LANGUAGES));
      }
      add(
          "050",
          "00",
          "a",
          "%c%c%d".formatted(letter(), letter(), random.nextInt(1, 9_000)),
          "b",
          ".%c%d %s".formatted(letter(), random.nextInt(10, 999), year));
      add(
          "082",
          "00",
          "a",
          "%03d.%d".formatted(random.nextInt(1_000), random.nextInt(1_000)),
          "2",
          "23");
    }

    private void description() {
      String author = person();
      add("100", "1 ", "a", author, "e", "author.");
      add(
          "245",
          "10",
          "a",
          words.sentence(random, random.nextInt(2, 9)) + " :",
          "b",
          words.sentence(random, random.nextInt(3, 12)) + " /",
          "c",
          author + ".");
      if (random.nextInt(3) == 0) {
        add("246", "3 ", "a", words.sentence(random, random.nextInt(2, 7)));
      }
      if (random.nextInt(3) == 0) {
        add("250", "  ", "a", random.nextInt(2, 9) + " edition.");
      }
      add(
          "264",
          " 1",
          "a",
          publishers.draw(random) + " :",
          "b",
          publishers.draw(random) + " Press,",
          "c",
          "[" + year + "]");
      add(
          "300",
          "  ",
          "a",
          random.nextInt(40, 900) + " pages :",
          "b",
          "illustrations ;",
          "c",
          random.nextInt(18, 40) + " cm");
      add("336", "  ", "a", "text", "b", "txt", "2", "rdacontent");
      add("337", "  ", "a", "unmediated", "b", "n", "2", "rdamedia");
      add("338", "  ", "a", "volume", "b", "nc", "2", "rdacarrier");
      if (random.nextInt(3) == 0) {
        add(
            "490",
            "1 ",
            "a",
            words.sentence(random, 4) + " ;",
            "v",
            "volume " + random.nextInt(1, 200));
      }
    }

    private void notes() {
      for (int i = random.nextInt(0, 4); i > 0; i--) {
        add("500", "  ", "a", words.sentence(random, random.nextInt(5, 18)) + ".");
      }
      add(
          "504",
          "  ",
          "a",
          "Includes bibliographical references (pages "
              + random.nextInt(100, 900)
              + ") and index.");
      if (random.nextInt(2) == 0) {
        add("505", "0 ", "a", words.sentence(random, random.nextInt(15, 60)) + ".");
      }
      add("520", "  ", "a", words.sentence(random, random.nextInt(25, 85)) + ".");
    }

    private void headings() {
      for (int i = random.nextInt(2, 8); i > 0; i--) {
        add("650", " 0", "a", subjects.draw(random), "x", subjects.draw(random) + ".");
      }
      if (random.nextInt(2) == 0) {
        add("651", " 0", "a", publishers.draw(random), "x", "History", "y", "20th century.");
      }
      add("655", " 7", "a", one(FORMS), "2", "lcgft");
      for (int i = random.nextInt(0, 4); i > 0; i--) {
        add("700", "1 ", "a", person(), "e", one("editor.", "translator.", "contributor."));
      }
      if (random.nextInt(3) == 0) {
        add("830", " 0", "a", words.sentence(random, 4) + ".");
      }
      if (random.nextInt(2) == 0) {
        add(
            "856",
            "40",
            "u",
            "https://library.example/item/" + digits(8),
            "z",
            "Access for members");
      }
    }

    private void local() {
      add(
          "903",
          "  ",
          "a",
          "item " + digits(7),
          "b",
          one("main", "main", "main", "annex", "law", "music"));
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        add(
            "945",
            "  ",
            "l",
            one("stack", "stack", "stack", "reserve", "reading room"),
            "i",
            digits(14),
            "s",
            one("-", "-", "-", "m"));
      }
      add("999", "ff", "i", uuid().toString(), "s", uuid().toString());
    }

    private String person() {
      return surnames.draw(random)
          + ", "
          + forenames.draw(random)
          + ", "
          + random.nextInt(1850, 1999)
          + "-";
    }

    private UUID uuid() {
      // Version 4, variant 2, as a random one has them.
      return new UUID(
          (random.nextLong() & 0xFFFFFFFFFFFF0FFFL) | 0x4000,
          (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L);
    }

    private char letter() {
      return (char) ('A' + random.nextInt(26));
    }

    private String digits(int count) {
      var digits = new StringBuilder(count);
      for (int i = 0; i < count; i++) {
        digits.append((char) ('0' + random.nextInt(10)));
      }
      return digits.toString();
    }

    private String one(String... choices) {
      return choices[random.nextInt(choices.length)];
    }

    private void add(String tag, String indicators, String... codesAndValues) {
      List<Subfield> subfields = new ArrayList<>(codesAndValues.length / 2);
      for (int i = 0; i < codesAndValues.length; i += 2) {
        subfields.add(new Subfield(codesAndValues[i].charAt(0), codesAndValues[i + 1]));
      }
      fields.add(new DataField(tag, indicators.charAt(0), indicators.charAt(1), subfields));
    }
  }
}
