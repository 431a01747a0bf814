/// What the protocol and the server allow at best: binary COPY, one flight for a transaction, a
/// reader that decodes and does nothing else. [RawConnection] is the least that can hold a
/// conversation with PostgreSQL; it is a yardstick, not a client.
package io.tiercel.lab.bench.raw;
