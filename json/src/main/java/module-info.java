import org.jspecify.annotations.NullMarked;

/// Documents in `jsonb`.
@NullMarked
module io.tiercel.json {
  requires static org.jspecify;
  requires transitive io.tiercel.wire;
  requires java.xml;
  requires static io.tiercel.jpa; // for documents as attributes
  requires static jakarta.persistence;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports io.tiercel.json;
  exports io.tiercel.json.advisor;
  exports io.tiercel.json.advisor.sql;
  exports io.tiercel.json.advisor.workload;
  exports io.tiercel.json.cql;
  exports io.tiercel.json.load;
  exports io.tiercel.json.mapping;
  exports io.tiercel.json.marc;
  exports io.tiercel.json.path;
  exports io.tiercel.json.promotion;
  exports io.tiercel.json.sample;
  exports io.tiercel.json.search;
  exports io.tiercel.json.sru;
}
