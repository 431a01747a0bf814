/// Values between PostgreSQL and the classes of `java.sql`: [ColumnReader] is behind the getters,
/// [Parameters] behind the setters, [TypeInfo] knows what types are called and how wide they are.
/// A reader is chosen once per column; what runs per value decides nothing.
package io.tiercel.jdbc.convert;
