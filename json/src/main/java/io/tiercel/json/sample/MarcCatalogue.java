package io.tiercel.json.sample;

import io.tiercel.json.SqlName;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import io.tiercel.json.path.Normalisation;
import io.tiercel.json.search.CqlProfile;
import java.util.List;
import java.util.Map;

/// A table of MARC-in-JSON and what a catalogue asks of it: paths for the indexes of Dublin Core
/// that libraries' clients know. To be used, or to begin one's own with.
public final class MarcCatalogue {
  private MarcCatalogue() {}

  /// The table, with an `id` of type bigint, and its mapped paths.
  ///
  /// @param document the column of type jsonb
  public static DocumentTable table(SqlName table, SqlName document) {
    return new DocumentTable(
        table,
        SqlName.of("id"),
        "bigint",
        document,
        List.of(
            MappedPath.of("leader", "leader", Normalisation.NONE, IndexKind.TEXT),
            MappedPath.of("control", "fields[*].001", Normalisation.NONE, IndexKind.TEXT),
            words("title", "245", "a"),
            words("creator", "100", "a"),
            words("subject", "650", "a"),
            value("isbn", "020", "a"),
            value("language", "041", "a"),
            value("instance", "999", "i")));
  }

  private static MappedPath words(String name, String tag, String code) {
    return MappedPath.of(
        name, path(tag, code), Normalisation.FOLDED, IndexKind.WORDS, IndexKind.TEXT);
  }

  private static MappedPath value(String name, String tag, String code) {
    return MappedPath.of(name, path(tag, code), Normalisation.NONE, IndexKind.TEXT);
  }

  private static String path(String tag, String code) {
    return "fields[*].%s.subfields[*].%s".formatted(tag, code);
  }

  /// The indexes of CQL over such a table.
  public static CqlProfile profile(DocumentTable table) {
    return new CqlProfile(
        table,
        Map.of(
            "dc", "info:srw/context-set/1/dc-v1.1",
            "rec", "info:srw/context-set/2/rec-1.1",
            "marc", "info:srw/context-set/1/marc-1.1"),
        Map.of(
            "dc.title", "title",
            "dc.creator", "creator",
            "dc.subject", "subject",
            "dc.identifier", "isbn",
            "dc.language", "language",
            "rec.identifier", "control",
            "marc.leader", "leader",
            "marc.instance", "instance"),
        "dc.title");
  }
}
