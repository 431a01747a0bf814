package io.tiercel.lab.check.node;

/// The state of an [Item].
public record StoredItem(String log, int version, int stamp) {}
