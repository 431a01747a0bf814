/// Documents as attributes of entities: [io.tiercel.json.mapping.Jsonb].
package io.tiercel.json.mapping;
