package io.tiercel.json.marc;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// One record in ISO 2709:
///
/// | offset | length | |
/// |---|---|---|
/// | 0 | 5 | length of the record, decimal, with its terminator |
/// | 9 | 1 | character coding: space is MARC-8, `a` is UTF-8 |
/// | 10, 11 | 1 | number of indicators, length of a subfield's code: both 2 in MARC 21 |
/// | 12 | 5 | base address: where the data begin |
/// | 20 | 4 | lengths in a directory entry: 4500 |
/// | 24 | 12 each | directory: tag (3), length (4), start from the base address (5); then 1E |
/// | base | | the fields, each ended by 1E; then 1D |
///
/// Everything that disagrees with that is an IllegalArgumentException, whose message is the reason.
final class Iso2709Record {
  /// Leader, end of the directory, end of the record.
  static final int MIN_BYTES = MarcRecord.LEADER_LENGTH + 2;

  private static final int FIELD_TERMINATOR = 0x1E;
  private static final int SUBFIELD_DELIMITER = 0x1F;
  private static final int ENTRY_BYTES = 12;

  private final byte[] bytes;

  Iso2709Record(byte[] bytes) {
    this.bytes = bytes;
  }

  MarcRecord decode() {
    String leader = leader();
    int base = baseAddress();
    boolean utf8 =
        switch (bytes[9]) {
          case 'a' -> true;
          case ' ' -> false;
          default ->
              throw bad(
                  "the leader's character coding is neither \"a\" (UTF-8) nor space (MARC-8) but %s"
                      .formatted(Quoted.of("" + (char) bytes[9])));
        };
    List<MarcField> fields = new ArrayList<>();
    for (int entry = MarcRecord.LEADER_LENGTH; entry < base - 1; entry += ENTRY_BYTES) {
      fields.add(field(entry, base, utf8));
    }
    return new MarcRecord(leader, fields);
  }

  private String leader() {
    if (bytes.length < MIN_BYTES) {
      throw bad("%d bytes are less than a leader and two terminators".formatted(bytes.length));
    }
    int length = number(bytes, 0, 5);
    if (length != bytes.length) {
      throw bad(
          "the leader gives a length of %s bytes, the terminator stands after %d"
              .formatted(Quoted.of(ascii(0, 5)), bytes.length));
    }
    if (bytes[bytes.length - 1] != Iso2709Reader.RECORD_TERMINATOR) {
      throw bad("the record terminator (1D) is missing at the end");
    }
    if (bytes[10] != '2' || bytes[11] != '2') {
      throw bad(
          "the leader gives %s as number of indicators and length of subfield codes, not \"22\""
              .formatted(Quoted.of(ascii(10, 2))));
    }
    if (!ascii(20, 2).equals("45")) {
      throw bad(
          "the leader gives %s as lengths in directory entries, not \"45\""
              .formatted(Quoted.of(ascii(20, 2))));
    }
    return ascii(0, MarcRecord.LEADER_LENGTH);
  }

  private int baseAddress() {
    int base = number(bytes, 12, 5);
    int directory = base - 1 - MarcRecord.LEADER_LENGTH;
    if (base > bytes.length - 1 || directory < 0 || directory % ENTRY_BYTES != 0) {
      throw bad(
          "the leader's base address %s fits no directory".formatted(Quoted.of(ascii(12, 5))));
    }
    if (bytes[base - 1] != FIELD_TERMINATOR) {
      throw bad("the directory does not end before the base address %d".formatted(base));
    }
    return base;
  }

  private MarcField field(int entry, int base, boolean utf8) {
    String tag = ascii(entry, 3);
    Tags.check(tag);
    int length = number(bytes, entry + 3, 4);
    int start = number(bytes, entry + 7, 5);
    if (length < 1 || start < 0 || base + start + length > bytes.length - 1) {
      throw bad(
          "field %s lies outside the record: start %s, length %s"
              .formatted(tag, Quoted.of(ascii(entry + 7, 5)), Quoted.of(ascii(entry + 3, 4))));
    }
    int from = base + start;
    int end = from + length - 1;
    if (bytes[end] != FIELD_TERMINATOR) {
      throw bad("field %s does not end where the directory says".formatted(tag));
    }
    for (int i = from; i < end; i++) {
      if (bytes[i] == FIELD_TERMINATOR) {
        throw bad("field %s ends before the directory says".formatted(tag));
      }
    }
    return Tags.isControl(tag)
        ? new ControlField(tag, text(tag, from, end, utf8))
        : dataField(tag, from, end, utf8);
  }

  private DataField dataField(String tag, int from, int end, boolean utf8) {
    if (end - from < 2) {
      throw bad("field %s has no two indicators".formatted(tag));
    }
    List<Subfield> subfields = new ArrayList<>();
    int at = from + 2;
    if (at < end && bytes[at] != SUBFIELD_DELIMITER) {
      throw bad("field %s has data before its first subfield".formatted(tag));
    }
    while (at < end) {
      int next = at + 1;
      while (next < end && bytes[next] != SUBFIELD_DELIMITER) {
        next++;
      }
      if (next == at + 1) {
        throw bad("field %s has a subfield without a code".formatted(tag));
      }
      subfields.add(new Subfield((char) (bytes[at + 1] & 0xFF), text(tag, at + 2, next, utf8)));
      at = next;
    }
    return new DataField(
        tag, (char) (bytes[from] & 0xFF), (char) (bytes[from + 1] & 0xFF), subfields);
  }

  private String text(String tag, int from, int end, boolean utf8) {
    if (isAscii(from, end)) {
      return new String(bytes, from, end - from, StandardCharsets.US_ASCII);
    }
    if (!utf8) {
      try {
        return Marc8.decode(bytes, from, end);
      } catch (IllegalArgumentException e) {
        throw bad("field %s: %s".formatted(tag, String.valueOf(e.getMessage())));
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes, from, end - from))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("field %s is not valid UTF-8".formatted(tag), e);
    }
  }

  /// ASCII without escape sequences, the same in both codings.
  private boolean isAscii(int from, int end) {
    for (int i = from; i < end; i++) {
      if (bytes[i] < 0 || bytes[i] == Marc8.ESCAPE) {
        return false;
      }
    }
    return true;
  }

  private String ascii(int from, int length) {
    return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
  }

  /// The decimal number in `digits` bytes; -1 where they are no digits.
  static int number(byte[] bytes, int from, int digits) {
    int number = 0;
    for (int i = from; i < from + digits; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        return -1;
      }
      number = 10 * number + bytes[i] - '0';
    }
    return number;
  }

  private static IllegalArgumentException bad(String reason) {
    return new IllegalArgumentException(reason);
  }
}
