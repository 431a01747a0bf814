/// Paths into documents, each with the one expression that stands in its index and in every query.
/// Begin with [io.tiercel.json.path.MappedPath].
package io.tiercel.json.path;
