package io.tiercel.wire.replication;

import org.jspecify.annotations.Nullable;

/// A slot that CREATE_REPLICATION_SLOT made.
///
/// @param consistentPoint transactions that commit from here on are streamed
/// @param snapshot the name for `SET TRANSACTION SNAPSHOT`, which shows all before that; null if
///     none was asked for
public record CreatedSlot(String name, Lsn consistentPoint, @Nullable String snapshot) {}
