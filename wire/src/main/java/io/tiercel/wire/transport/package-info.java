/// Bytes to and from the server without blocking the direction that is not ready: one non-blocking
/// channel and one selector per connection. Start with [io.tiercel.wire.transport.Transport].
package io.tiercel.wire.transport;
