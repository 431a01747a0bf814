/// Values between Java classes and PostgreSQL types, planned once per function or result. The
/// codecs are wire's; what is added here are records, which stand for composite types and rows.
package io.tiercel.inside.type;
