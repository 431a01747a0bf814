package io.tiercel.json.sru;

/// The versions of SRU that are spoken. 1.1 and 1.2 are of the Library of Congress, 2.0 is of
/// OASIS.
enum SruVersion {
  V1_1("1.1"),
  V1_2("1.2"),
  V2_0("2.0");

  private final String number;

  SruVersion(String number) {
    this.number = number;
  }

  String number() {
    return number;
  }

  boolean isOasis() {
    return this == V2_0;
  }

  String namespace() {
    return isOasis()
        ? "http://docs.oasis-open.org/ns/search-ws/sruResponse"
        : "http://www.loc.gov/zing/srw/";
  }

  String diagnosticNamespace() {
    return isOasis()
        ? "http://docs.oasis-open.org/ns/search-ws/diagnostic"
        : "http://www.loc.gov/zing/srw/diagnostic/";
  }

  String contentType() {
    return isOasis() ? "application/sru+xml; charset=utf-8" : "text/xml; charset=utf-8";
  }

  /// How the element is called that tells whether records are escaped.
  String packing() {
    return isOasis() ? "recordXMLEscaping" : "recordPacking";
  }
}
