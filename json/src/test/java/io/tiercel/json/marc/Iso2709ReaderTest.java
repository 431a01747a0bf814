package io.tiercel.json.marc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tiercel.json.sample.MarcGenerator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class Iso2709ReaderTest {
  private static final MarcGenerator GENERATOR = new MarcGenerator(7);

  private final List<BadRecord> bad = new ArrayList<>();

  private static MarcRecord record(String title) {
    return new MarcRecord(
        "00000nam a2200000 i 4500",
        List.of(
            new ControlField("001", "in1"),
            new DataField("245", '1', '0', List.of(new Subfield('a', title)))));
  }

  private List<MarcRecord> read(byte[]... parts) throws IOException {
    var file = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      file.writeBytes(part);
    }
    List<MarcRecord> records = new ArrayList<>();
    try (var reader =
        MarcReader.binary(
            new ByteArrayInputStream(file.toByteArray()), BadRecords.skip(bad::add))) {
      for (MarcRecord record = reader.read(); record != null; record = reader.read()) {
        records.add(record);
      }
      assertEquals(reader.number(), records.size() + bad.size(), "good and bad are all there are");
    }
    return records;
  }

  private static String title(MarcRecord record) {
    return ((DataField) record.fields().get(1)).subfields().getFirst().value();
  }

  @Test
  void records_in_utf8_come_back_as_they_were() throws IOException {
    for (int i = 0; i < 200; i++) {
      MarcRecord record = GENERATOR.record(i);
      MarcRecord read = read(Iso2709.utf8(record)).getFirst();
      assertEquals(record.fields(), read.fields());
      assertEquals('a', read.leader().charAt(9));
    }
    assertEquals(List.of(), bad);
  }

  @Test
  void a_record_in_marc8_is_decoded() throws IOException {
    byte[] bytes =
        Iso2709.write(
            record("\u00e2e\u00f1\u001b$1!0!\u001bs!"),
            ' ',
            text -> text.getBytes(StandardCharsets.ISO_8859_1));
    // The cedilla's hook (F1) stands before the escape sequence and joins what comes next.
    List<MarcRecord> records = read(bytes);
    assertEquals(List.of(), bad);
    assertEquals("\u00e9\u4e00\u0328!", title(records.getFirst()));
  }

  @Test
  void line_ends_between_records_are_passed_over() throws IOException {
    byte[] line = "\r\n".getBytes(StandardCharsets.US_ASCII);
    byte[] one = Iso2709.utf8(record("a"));
    assertEquals(3, read(one, line, one, line, line, one, line).size());
    assertEquals(List.of(), bad);
  }

  @Test
  void an_empty_file_has_no_records() throws IOException {
    assertEquals(List.of(), read());
  }

  /// What stands at which byte of a record, and the reason that is given. The record's fields begin
  /// at 49 and 53, its terminator stands at 61.
  static Stream<Arguments> faults() {
    return Stream.of(
        arguments(0, "99999", "a length of \"99999\" bytes, the terminator stands after 62"),
        arguments(0, "x", "a length of \"x0062\" bytes"),
        arguments(0, "00063", "a length of \"00063\" bytes"),
        arguments(9, "z", "the leader's character coding is neither"),
        arguments(10, "1", "the leader gives \"12\" as number of indicators"),
        arguments(20, "55", "the leader gives \"55\" as lengths in directory entries"),
        arguments(12, "00050", "the leader's base address \"00050\" fits no directory"),
        arguments(12, "00000", "the leader's base address \"00000\" fits no directory"),
        arguments(12, "99999", "the leader's base address \"99999\" fits no directory"),
        arguments(12, "00037", "the directory does not end before the base address 37"),
        arguments(5, "\u0007", "a leader has 24 printable ASCII characters"),
        arguments(24, "-", "a tag has three letters or digits, got \"-01\""),
        arguments(27, "9999", "field 001 lies outside the record"),
        arguments(27, "0000", "field 001 lies outside the record"),
        arguments(31, "0000x", "field 001 lies outside the record"),
        arguments(27, "0003", "field 001 does not end where the directory says"),
        arguments(27, "0012", "field 001 ends before the directory says"),
        arguments(53, "\u0001", "an indicator of 245"),
        arguments(55, "x", "field 245 has data before its first subfield"),
        arguments(56, " ", "a subfield's code is one printable ASCII character"),
        arguments(59, "\u001f", "field 245 has a subfield without a code"),
        arguments(57, "\u00ff", "field 245 is not valid UTF-8"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void a_bad_record_is_reported_with_its_reason_and_the_next_is_read(
      int at, String change, String reason) throws IOException {
    byte[] sound = Iso2709.utf8(record("abc"));
    assertEquals(62, sound.length);
    byte[] faulty = sound.clone();
    byte[] bytes = change.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(bytes, 0, faulty, at, bytes.length);

    List<MarcRecord> records = read(sound, faulty, sound);

    assertEquals(List.of("abc", "abc"), records.stream().map(r -> title(r)).toList());
    assertEquals(1, bad.size());
    assertEquals(2, bad.getFirst().number());
    assertEquals("byte 62", bad.getFirst().place());
    String given = bad.getFirst().reason();
    assertTrue(given.contains(reason), () -> "expected: " + reason + "\ngot: " + given);
  }

  @Test
  void a_lost_terminator_costs_one_record() throws IOException {
    byte[] sound = Iso2709.utf8(record("abc"));
    for (int length = 1; length < sound.length; length++) {
      bad.clear();
      List<MarcRecord> records = read(sound, Arrays.copyOf(sound, length), sound, sound);
      assertEquals(3, records.size(), "the bad record has " + length + " bytes");
      assertEquals(List.of(2L), bad.stream().map(BadRecord::number).toList());
    }
  }

  @Test
  void a_file_that_ends_early_is_told() throws IOException {
    byte[] sound = Iso2709.utf8(record("abc"));
    assertEquals(1, read(sound, Arrays.copyOf(sound, 61)).size());
    assertEquals(1, bad.size());
  }

  @Test
  void bad_records_end_the_reading_where_they_are_rejected() throws IOException {
    byte[] sound = Iso2709.utf8(record("abc"));
    byte[] faulty = sound.clone();
    faulty[9] = 'z';
    var file = new ByteArrayOutputStream();
    file.writeBytes(sound);
    file.writeBytes(faulty);
    try (var reader =
        MarcReader.binary(new ByteArrayInputStream(file.toByteArray()), BadRecords.reject())) {
      assertEquals("abc", title(Objects.requireNonNull(reader.read())));
      var rejected = assertThrows(BadRecordException.class, reader::read);
      assertEquals(2, rejected.number());
      assertTrue(String.valueOf(rejected.getMessage()).startsWith("record 2 (byte 62): "));
    }
  }

  @Test
  void what_is_no_file_of_records_is_refused_before_memory_is_full() {
    var endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }
        };
    assertThrows(
        IOException.class, () -> MarcReader.binary(endless, BadRecords.skip(bad::add)).read());
  }

  /// Whatever the bytes are, each record is either read or reported.
  @Test
  void damaged_files_never_fail_otherwise() throws IOException {
    long seed = System.nanoTime();
    System.out.println("damaged_files_never_fail_otherwise: seed " + seed);
    var random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      byte[] one =
          Iso2709.write(
              GENERATOR.record(random.nextInt(1_000)),
              random.nextBoolean() ? 'a' : ' ',
              text -> text.getBytes(StandardCharsets.UTF_8));
      int damages = random.nextInt(1, 6);
      for (int i = 0; i < damages; i++) {
        one[random.nextInt(random.nextBoolean() ? 60 : one.length)] =
            (byte) (random.nextBoolean() ? random.nextInt(256) : 0x1B + random.nextInt(5));
      }
      bad.clear();
      List<MarcRecord> read = read(one, Iso2709.utf8(record("behind")));
      assertEquals("behind", title(read.getLast()));
      assertTrue(read.size() + bad.size() >= 2);
    }
  }
}
