/// `tiercel bench inside`: what Java functions in PostgreSQL cost, beside PL/pgSQL and PL/Python.
/// [InsideBench] measures; [ExtensionServer] is the PostgreSQL 15 with the extension that it
/// starts.
package io.tiercel.lab.bench.inside;
