/// The bytes on their way out: one growable buffer that codecs and messages write into.
package io.tiercel.wire.buffer;
