/// Large objects: [LargeObjects] makes and opens them, [LargeObject] reads and writes one. Blob and
/// Clob are views of them, or hold their content in memory until it is bound.
package io.tiercel.jdbc.lob;
