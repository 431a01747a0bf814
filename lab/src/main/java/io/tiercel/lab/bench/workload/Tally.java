package io.tiercel.lab.bench.workload;

/// What a contestant saw while it worked, to be held against what the server says.
///
/// @param rows rows written or read
/// @param checksum the sum that the task's check asks for: cents of what was written or read, or
///     lengths and numbers of what was touched
public record Tally(long rows, long checksum) {}
