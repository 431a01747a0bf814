package io.tiercel.jdbc.extension;

/// What NOTIFY said.
///
/// @param processId of the session that said it
public record Notification(int processId, String channel, String payload) {}
