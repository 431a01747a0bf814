package io.tiercel.lab.bench.json.model;

/// Six members of a document.
public record Six(
    String hrid, String source, String title, String indexTitle, String statusId, int year) {}
