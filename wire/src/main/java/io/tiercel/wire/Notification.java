package io.tiercel.wire;

/// What another session said by NOTIFY.
///
/// @param processId the backend that notified
/// @param payload empty if none was given
public record Notification(int processId, String channel, String payload) {}
