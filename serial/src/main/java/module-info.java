import org.jspecify.annotations.NullMarked;

/// Attribute converters that keep an object graph in one column.
@NullMarked
module io.tiercel.serial {
  requires static org.jspecify;
  // Each for the converters that are named for it.
  requires static com.esotericsoftware.kryo;
  requires static org.apache.fory.core;
  requires static tools.jackson.databind;
  requires static tools.jackson.dataformat.xml;
  requires transitive jakarta.persistence;

  exports io.tiercel.serial;
}
