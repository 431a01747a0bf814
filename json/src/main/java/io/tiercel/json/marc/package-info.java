/// Library records: the model of MARC 21, readers of its binary form (ISO 2709) and of MARCXML, and
/// MARC-in-JSON, the form in which records are stored as documents. Begin with
/// [io.tiercel.json.marc.MarcReader].
package io.tiercel.json.marc;
