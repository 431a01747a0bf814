/// The metamodel of a unit (Jakarta Persistence 3.2, chapter 5): what its classes look like, for
/// programs that ask. Start at [UnitMetamodel]. It reads annotations through
/// [io.tiercel.jpa.mapping.reading.ManagedClasses], each class when somebody first asks about it,
/// and knows nothing about tables.
package io.tiercel.jpa.metamodel;
