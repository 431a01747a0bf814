package io.tiercel.lab.bench.json.model;

import java.util.List;

/// A catalogue entry as a typed document of about 1.6 KB.
public record Instance(
    String id,
    String hrid,
    String source,
    String title,
    String indexTitle,
    String statusId,
    String instanceTypeId,
    int publicationYear,
    boolean discoverySuppress,
    List<String> languages,
    List<Identifier> identifiers,
    List<Contributor> contributors,
    List<String> subjects,
    List<String> notes,
    List<String> editions,
    List<Publication> publication,
    List<String> physicalDescriptions,
    String catalogedDate,
    String createdDate,
    String updatedDate) {

  /// A number of a kind.
  public record Identifier(String identifierTypeId, String value) {}

  /// Who made it.
  public record Contributor(String name, String contributorTypeId, boolean primary) {}

  /// By whom, where and when.
  public record Publication(String publisher, String place, String dateOfPublication) {}

  /// A figure that tells whether all of a document was read.
  public long checksum() {
    return publicationYear
        + 31L * identifiers.size()
        + 37L * contributors.size()
        + notes.stream().mapToInt(String::length).sum();
  }
}
