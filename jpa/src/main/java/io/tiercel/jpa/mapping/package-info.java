/// The mapping of a persistence unit: what the annotations say, resolved once into immutable
/// objects that everything above reads. Start at [UnitMapping]; [EntityMapping] holds the columns
/// in the order that a row has them. Reading annotations, naming rules and defaults are in
/// [MappingReader]. Nothing here talks to a database or touches an instance.
package io.tiercel.jpa.mapping;
