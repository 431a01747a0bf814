/// Answers queries in CQL from a table of documents. Begin with
/// [io.tiercel.json.search.DocumentSearch].
package io.tiercel.json.search;
