package io.tiercel.json.sru;

import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.DiagnosticType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A request to search, read and checked.
///
/// @param startRecord from 1 on
/// @param isEscaped whether records are sent as text
/// @param schema as asked for; null where it is left to the service
/// @param facets the most values by the names of indexes
/// @param given all parameters, for the echo
record SruRequest(
    SruVersion version,
    String query,
    long startRecord,
    int maximumRecords,
    boolean isEscaped,
    @Nullable String schema,
    List<FacetLimit> facets,
    Map<String, String> given) {
  private static final int DEFAULT_RECORDS = 10;
  private static final int MOST_FACETS = 10;

  private static final Set<String> OF_1 =
      Set.of(
          "operation",
          "version",
          "query",
          "startRecord",
          "maximumRecords",
          "recordPacking",
          "recordSchema",
          "resultSetTTL",
          "extraRequestData");
  private static final Set<String> OF_2 =
      Set.of(
          "operation",
          "version",
          "query",
          "queryType",
          "startRecord",
          "maximumRecords",
          "recordXMLEscaping",
          "recordPacking",
          "recordSchema",
          "resultSetTTL",
          "httpAccept",
          "responseType",
          "facetLimit");

  /// @param limit at most so many values
  record FacetLimit(String index, int limit) {}

  /// The version of a request, whatever else is wrong with it.
  static SruVersion version(Map<String, String> parameters) {
    String version = parameters.get("version");
    for (SruVersion each : SruVersion.values()) {
      if (each.number().equals(version)) {
        return each;
      }
    }
    // 2.0 has no operation.
    return parameters.containsKey("operation") ? SruVersion.V1_2 : SruVersion.V2_0;
  }

  /// Whether it asks what the service is.
  ///
  /// @throws CqlException if it asks for something else than searching, or in another version
  static boolean isExplain(Map<String, String> parameters) {
    String version = parameters.get("version");
    if (version != null && !version(parameters).number().equals(version)) {
      throw refused(DiagnosticType.VERSION, SruVersion.V2_0.number());
    }
    String operation = parameters.get("operation");
    if (operation == null) {
      return !parameters.containsKey("query");
    }
    return switch (operation) {
      case "explain" -> true;
      case "searchRetrieve" -> false;
      default -> throw refused(DiagnosticType.OPERATION, operation);
    };
  }

  /// Reads the parameters of a search.
  ///
  /// @param maxRecords more are not answered at once
  static SruRequest of(Map<String, String> parameters, int maxRecords) {
    SruVersion version = version(parameters);
    Set<String> known = version.isOasis() ? OF_2 : OF_1;
    for (String name : new TreeMap<>(parameters).keySet()) {
      if (!known.contains(name) && !name.startsWith("x-")) {
        throw refused(DiagnosticType.PARAMETER, name);
      }
    }
    if (!version.isOasis() && !parameters.containsKey("version")) {
      throw refused(DiagnosticType.PARAMETER_MISSING, "version");
    }
    String query = parameters.get("query");
    if (query == null) {
      throw refused(DiagnosticType.PARAMETER_MISSING, "query");
    }
    String queryType = parameters.getOrDefault("queryType", "cql");
    if (!queryType.equals("cql")) {
      throw refused(DiagnosticType.PARAMETER_VALUE, "queryType");
    }
    return new SruRequest(
        version,
        query,
        number(parameters, "startRecord", 1, 1),
        (int) Math.min(maxRecords, number(parameters, "maximumRecords", DEFAULT_RECORDS, 0)),
        isEscaped(parameters.getOrDefault(version.packing(), "xml")),
        parameters.get("recordSchema"),
        facets(parameters.getOrDefault("facetLimit", "")),
        Map.copyOf(parameters));
  }

  private static boolean isEscaped(String packing) {
    return switch (packing) {
      case "xml" -> false;
      case "string" -> true;
      default -> throw refused(DiagnosticType.PACKING, packing);
    };
  }

  private static long number(
      Map<String, String> parameters, String name, long otherwise, long least) {
    String text = parameters.get(name);
    if (text == null) {
      return otherwise;
    }
    if (!text.matches("[0-9]{1,15}") || Long.parseLong(text) < least) {
      throw refused(DiagnosticType.PARAMETER_VALUE, name);
    }
    return Long.parseLong(text);
  }

  /// `10:dc.subject,5:dc.language`.
  private static List<FacetLimit> facets(String text) {
    List<FacetLimit> facets = new ArrayList<>();
    for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int colon = part.indexOf(':');
      String limit = part.substring(0, Math.max(0, colon)).strip();
      if (!limit.matches("[0-9]{1,4}") || Integer.parseInt(limit) < 1) {
        throw refused(DiagnosticType.PARAMETER_VALUE, "facetLimit");
      }
      facets.add(new FacetLimit(part.substring(colon + 1).strip(), Integer.parseInt(limit)));
    }
    if (facets.size() > MOST_FACETS) {
      throw refused(DiagnosticType.PARAMETER_VALUE, "facetLimit");
    }
    return facets;
  }

  static CqlException refused(DiagnosticType type, String details) {
    return new CqlException(type, details, 0);
  }
}
