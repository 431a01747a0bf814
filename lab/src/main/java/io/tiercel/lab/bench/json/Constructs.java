package io.tiercel.lab.bench.json;

import static io.tiercel.lab.bench.json.Finding.Criterion.atLeast;

import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.CqlQuery;
import io.tiercel.json.cql.DiagnosticType;
import io.tiercel.json.search.DocumentSearch;
import java.util.ArrayList;
import java.util.List;

/// Row 14: a query for each construct of CQL 1.2, which is answered, or refused with the diagnostic
/// that SRU has for it.
final class Constructs {
  private static final List<String> QUERIES =
      List.of(
          "abc",
          "\"a b\"",
          "title = abc",
          "hrid == abc",
          "hrid <> abc",
          "hrid < abc",
          "hrid <= abc",
          "hrid > abc",
          "hrid >= abc",
          "title adj \"a b\"",
          "title any \"a b\"",
          "title all \"a b\"",
          "year within \"1990 2000\"",
          "year encloses 1990",
          "title cql.any abc",
          "hrid exact abc",
          "title =/stem abc",
          "title =/relevant abc",
          "title =/phonetic abc",
          "title =/fuzzy abc",
          "title =/partial abc",
          "title =/ignoreCase abc",
          "title =/respectCase abc",
          "title =/ignoreAccents abc",
          "title =/respectAccents abc",
          "title =/locale=de abc",
          "title =/word abc",
          "hrid =/string abc",
          "year =/isoDate 1990",
          "year =/number 1990",
          "hrid =/uri abc",
          "hrid =/oid 1.2",
          "title =/masked abc",
          "title =/unmasked abc",
          "hrid =/substring abc",
          "hrid =/regexp abc",
          "title = ab*",
          "title = *bc",
          "title = a?c",
          "hrid == *b*",
          "title = ^abc",
          "title = \"abc^\"",
          "title = \"a\\\"b\\*\"",
          "title = a and year = 1990",
          "title = a or year = 1990",
          "title = a not year = 1990",
          "title = a prox title = b",
          "title = a prox/distance<3 title = b",
          "title = a prox/distance>3 title = b",
          "title = a prox/unit=word title = b",
          "title = a prox/unit=sentence title = b",
          "title = a prox/unit=paragraph title = b",
          "title = a prox/unit=element title = b",
          "title = a prox/ordered title = b",
          "title = a prox/unordered title = b",
          "title = a and/rel.combine=sum title = b",
          "(title = a or title = b) and year = 1990",
          "> dc = \"info:srw/context-set/1/dc-v1.1\" dc.title = a",
          "> \"info:srw/context-set/1/dc-v1.1\" title = a",
          "cql.allRecords = 1",
          "cql.allIndexes = a",
          "cql.anyIndexes = a",
          "cql.serverChoice = a",
          "cql.resultSetId = 7",
          "year = \"\"",
          "title = a sortby year",
          "title = a sortby year/ascending hrid/descending",
          "title = a sortby sorttitle/ignoreCase",
          "title = a sortby sorttitle/respectCase",
          "title = a sortby year/missingOmit",
          "title = a sortby year/missingFail",
          "title = a sortby year/missingLow",
          "title = a sortby year/missingHigh",
          "title = a sortby year/missingValue=1990",
          "title = a sortby year/unknown");

  private Constructs() {}

  static Finding find(Library library) {
    var search = new DocumentSearch(library.connect(), Library.INSTANCES_PROFILE);
    int answered = 0;
    int kept = 0;
    List<String> details = new ArrayList<>();
    for (String query : QUERIES) {
      try {
        search.page(CqlQuery.parse(query), null, 1);
        answered++;
        kept++;
      } catch (CqlException e) {
        boolean isParsed = e.type() != DiagnosticType.SYNTAX_ERROR;
        kept += isParsed ? 1 : 0;
        details.add("%3d %s: %s".formatted(e.type().number(), e.type().message(), query));
      }
    }
    details.addFirst(
        "%d of %d are answered; the others, by their diagnostics:"
            .formatted(answered, QUERIES.size()));
    return new Finding(
        14,
        "every construct of CQL 1.2 is parsed, and answered or refused with its diagnostic",
        List.of(
            atLeast(
                "percent of %d constructs".formatted(QUERIES.size()),
                100,
                100.0 * kept / QUERIES.size())),
        null,
        details);
  }
}
