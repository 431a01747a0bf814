/// `tiercel bench json`: documents in `jsonb` beside the same data in plain columns, beside pgjdbc
/// with Jackson by hand and beside Hibernate's JSON mapping. Begin with
/// [io.tiercel.lab.bench.json.JsonBench].
package io.tiercel.lab.bench.json;
