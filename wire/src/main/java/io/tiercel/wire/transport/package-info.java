/// Bytes to and from the server without blocking the direction that is not ready: one channel per
/// connection, which waits in a read where nothing else is to be done, and at a selector elsewhere.
/// Start with [io.tiercel.wire.transport.Transport].
package io.tiercel.wire.transport;
