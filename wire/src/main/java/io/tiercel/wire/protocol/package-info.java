/// The messages of the frontend/backend protocol, version 3: framing, reading, writing. Names are
/// those of the manual's chapter "Message Formats".
package io.tiercel.wire.protocol;
