import org.jspecify.annotations.NullMarked;

/// Documents in `jsonb`.
@NullMarked
module io.tiercel.json {
  requires static org.jspecify;
  requires transitive io.tiercel.wire;
  requires java.xml;
  requires tools.jackson.core;

  exports io.tiercel.json;
  exports io.tiercel.json.cql;
  exports io.tiercel.json.load;
  exports io.tiercel.json.marc;
  exports io.tiercel.json.path;
  exports io.tiercel.json.sample;
  exports io.tiercel.json.search;
}
