package io.tiercel.json.marc;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/// Writes ISO 2709 by the standard alone, for the tests of the reader.
final class Iso2709 {
  private Iso2709() {}

  static byte[] utf8(MarcRecord record) {
    return write(record, 'a', text -> text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] write(MarcRecord record, char coding, Function<String, byte[]> encoder) {
    var directory = new StringBuilder();
    var data = new ByteArrayOutputStream();
    for (MarcField field : record.fields()) {
      int start = data.size();
      switch (field) {
        case ControlField control -> data.writeBytes(encoder.apply(control.value()));
        case DataField variable -> {
          data.write(variable.indicator1());
          data.write(variable.indicator2());
          for (Subfield subfield : variable.subfields()) {
            data.write(0x1F);
            data.write(subfield.code());
            data.writeBytes(encoder.apply(subfield.value()));
          }
        }
      }
      data.write(0x1E);
      directory.append("%s%04d%05d".formatted(field.tag(), data.size() - start, start));
    }
    int base = 24 + directory.length() + 1;
    int length = base + data.size() + 1;
    String leader =
        "%05d%s%c22%05d%s4500"
            .formatted(
                length,
                record.leader().substring(5, 9),
                coding,
                base,
                record.leader().substring(17, 20));
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(leader.getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(directory.toString().getBytes(StandardCharsets.US_ASCII));
    bytes.write(0x1E);
    bytes.writeBytes(data.toByteArray());
    bytes.write(0x1D);
    return bytes.toByteArray();
  }
}
