package io.tiercel.json.sru;

/// What is answered to a request.
///
/// @param contentType of HTTP
/// @param body XML
public record SruAnswer(String contentType, String body) {}
