/// Attribute converters that keep an object graph in one column, as Java's serialization, JSON,
/// XML, Kryo or Fory. Each reads and writes only classes that were listed. Start with
/// [io.tiercel.serial.GraphConverter]; which format is for what stands in `docs/object-graphs.md`.
package io.tiercel.serial;
