/// What the driver tells about the database and about results: `DatabaseMetaData` from the system
/// catalogs, `ResultSetMetaData` and `ParameterMetaData`. Start with
/// [io.tiercel.jdbc.metadata.CatalogMetaData]; it knows its connection only as `java.sql` does.
package io.tiercel.jdbc.metadata;
