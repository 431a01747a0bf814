package io.tiercel.json.search;

/// A document that was found.
///
/// @param id of its row, as text
/// @param document as the server prints it
public record Hit(String id, String document) {}
