package io.tiercel.json.advisor.workload;

import io.tiercel.json.SqlName;

/// A column of documents.
///
/// @param table with its schema
/// @param column its name as the catalog has it
/// @param type `jsonb` or `json`
public record DocumentColumn(SqlName table, String column, String type) {
  @Override
  public String toString() {
    return String.join(".", table.parts()) + "." + column;
  }
}
