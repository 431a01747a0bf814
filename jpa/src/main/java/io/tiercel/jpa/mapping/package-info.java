/// The mapping of a persistence unit as everything above reads it: immutable, made once.
/// [EntityMapping] holds the columns in the order that a row has them. How annotations become a
/// mapping is in [io.tiercel.jpa.mapping.reading]. Nothing here talks to a database or touches an
/// instance.
package io.tiercel.jpa.mapping;
