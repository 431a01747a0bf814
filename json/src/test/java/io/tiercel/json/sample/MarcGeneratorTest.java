package io.tiercel.json.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.json.marc.DataField;
import io.tiercel.json.marc.MarcJson;
import io.tiercel.json.marc.MarcRecord;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MarcGeneratorTest {
  private static final int COUNT = 2_000;

  private static String value(MarcRecord record, String tag, char code) {
    return record.fields().stream()
        .filter(field -> field.tag().equals(tag))
        .map(DataField.class::cast)
        .flatMap(field -> field.subfields().stream())
        .filter(subfield -> subfield.code() == code)
        .findFirst()
        .orElseThrow()
        .value();
  }

  @Test
  void a_record_depends_on_seed_and_number_alone() {
    var one = new MarcGenerator(11);
    var same = new MarcGenerator(11);
    MarcRecord last = one.record(999);
    for (int i = 0; i < 100; i++) {
      assertEquals(one.record(i), same.record(i));
    }
    assertEquals(last, same.record(999));
    assertNotEquals(last.fields().get(5), new MarcGenerator(12).record(999).fields().get(5));
  }

  @Test
  void records_are_of_the_size_and_the_skew_that_is_promised() {
    var generator = new MarcGenerator(1);
    long fields = 0;
    long bytes = 0;
    Set<String> unique = new HashSet<>();
    Map<String, Integer> subjects = new HashMap<>();
    for (int i = 0; i < COUNT; i++) {
      MarcRecord record = generator.record(i);
      fields += record.fields().size();
      bytes += MarcJson.write(record).getBytes(StandardCharsets.UTF_8).length;
      unique.add(value(record, "999", 'i'));
      subjects.merge(value(record, "650", 'a'), 1, Integer::sum);
    }
    double meanFields = (double) fields / COUNT;
    double meanBytes = (double) bytes / COUNT;
    System.out.printf(
        "fields %.1f, bytes %.0f, subjects %d%n", meanFields, meanBytes, subjects.size());
    assertTrue(meanFields > 35 && meanFields < 45, "fields " + meanFields);
    assertTrue(meanBytes > 3_500 && meanBytes < 4_500, "bytes " + meanBytes);
    assertEquals(COUNT, unique.size());
    int most = subjects.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
    assertTrue(most > COUNT / 20 && subjects.size() > COUNT / 5, "no skew: " + most);
  }
}
