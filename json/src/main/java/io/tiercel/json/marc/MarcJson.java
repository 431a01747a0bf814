package io.tiercel.json.marc;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// MARC-in-JSON, the form of Ross Singer that libraries' programs share:
///
/// ```json
/// {"leader": "…", "fields": [
///   {"001": "…"},
///   {"245": {"ind1": "1", "ind2": "0", "subfields": [{"a": "…"}]}}]}
/// ```
///
/// Safe for any number of threads.
public final class MarcJson {
  private static final JsonFactory JSON = new JsonFactory();

  private MarcJson() {}

  /// The document.
  public static String write(MarcRecord record) {
    var out = new StringWriter(4096);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeStringProperty("leader", record.leader());
      json.writeArrayPropertyStart("fields");
      for (MarcField field : record.fields()) {
        json.writeStartObject();
        switch (field) {
          case ControlField control -> json.writeStringProperty(control.tag(), control.value());
          case DataField data -> write(data, json);
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return out.toString();
  }

  private static void write(DataField field, JsonGenerator json) {
    json.writeObjectPropertyStart(field.tag());
    json.writeStringProperty("ind1", String.valueOf(field.indicator1()));
    json.writeStringProperty("ind2", String.valueOf(field.indicator2()));
    json.writeArrayPropertyStart("subfields");
    for (Subfield subfield : field.subfields()) {
      json.writeStartObject();
      json.writeStringProperty(String.valueOf(subfield.code()), subfield.value());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /// Reads a document; members may stand in any order, as `jsonb` leaves them.
  ///
  /// @throws IllegalArgumentException with the reason and the place if it is no MARC-in-JSON
  public static MarcRecord read(String document) {
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), document)) {
      MarcRecord record = new Reader(json).record();
      if (json.nextToken() != null) {
        throw new IllegalArgumentException("there is more after the record");
      }
      return record;
    } catch (JacksonException e) {
      throw new IllegalArgumentException("this is no JSON: " + e.getMessage(), e);
    }
  }

  private static final class Reader {
    private final JsonParser json;

    Reader(JsonParser json) {
      this.json = json;
    }

    MarcRecord record() {
      String leader = null;
      List<MarcField> fields = null;
      expect(json.nextToken(), JsonToken.START_OBJECT);
      while (json.nextToken() != JsonToken.END_OBJECT) {
        switch (json.currentName()) {
          case "leader" -> leader = string();
          case "fields" -> fields = fields();
          default -> throw unexpected();
        }
      }
      if (leader == null || fields == null) {
        throw new IllegalArgumentException("a record has a leader and fields");
      }
      return new MarcRecord(leader, fields);
    }

    private List<MarcField> fields() {
      List<MarcField> fields = new ArrayList<>();
      expect(json.nextToken(), JsonToken.START_ARRAY);
      while (json.nextToken() != JsonToken.END_ARRAY) {
        expect(json.currentToken(), JsonToken.START_OBJECT);
        expect(json.nextToken(), JsonToken.PROPERTY_NAME);
        String tag = json.currentName();
        if (json.nextToken() == JsonToken.VALUE_STRING) {
          fields.add(new ControlField(tag, json.getString()));
        } else {
          expect(json.currentToken(), JsonToken.START_OBJECT);
          fields.add(dataField(tag));
        }
        expect(json.nextToken(), JsonToken.END_OBJECT);
      }
      return fields;
    }

    private DataField dataField(String tag) {
      char indicator1 = ' ';
      char indicator2 = ' ';
      List<Subfield> subfields = List.of();
      while (json.nextToken() != JsonToken.END_OBJECT) {
        switch (json.currentName()) {
          case "ind1" -> indicator1 = character(string());
          case "ind2" -> indicator2 = character(string());
          case "subfields" -> subfields = subfields();
          default -> throw unexpected();
        }
      }
      return new DataField(tag, indicator1, indicator2, subfields);
    }

    private List<Subfield> subfields() {
      List<Subfield> subfields = new ArrayList<>();
      expect(json.nextToken(), JsonToken.START_ARRAY);
      while (json.nextToken() != JsonToken.END_ARRAY) {
        expect(json.currentToken(), JsonToken.START_OBJECT);
        expect(json.nextToken(), JsonToken.PROPERTY_NAME);
        char code = character(json.currentName());
        subfields.add(new Subfield(code, string()));
        expect(json.nextToken(), JsonToken.END_OBJECT);
      }
      return subfields;
    }

    private String string() {
      expect(json.nextToken(), JsonToken.VALUE_STRING);
      return json.getString();
    }

    private char character(String text) {
      if (text.length() != 1) {
        throw new IllegalArgumentException("expected one character, got " + Quoted.of(text));
      }
      return text.charAt(0);
    }

    private IllegalArgumentException unexpected() {
      return new IllegalArgumentException(
          "there is no member %s here".formatted(Quoted.of(json.currentName())));
    }

    private void expect(JsonToken token, JsonToken expected) {
      if (token != expected) {
        throw new IllegalArgumentException(
            "expected %s, got %s at %s"
                .formatted(expected, token, json.currentTokenLocation().offsetDescription()));
      }
    }
  }
}
