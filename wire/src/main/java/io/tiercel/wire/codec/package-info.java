/// Between Java values and the bytes of PostgreSQL types. A codec is planned once per (type,
/// format, Java class) and then decides nothing per value.
package io.tiercel.wire.codec;
