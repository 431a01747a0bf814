/// How the client fails: one unchecked root, [io.tiercel.wire.error.WireException], whose kinds say
/// what the caller can do next. What the server said is kept whole in
/// [io.tiercel.wire.error.ServerError].
package io.tiercel.wire.error;
