/// Documents in `jsonb` columns of PostgreSQL: the names that its parts share. Library records are
/// in [io.tiercel.json.marc], their loading in [io.tiercel.json.load].
package io.tiercel.json;
