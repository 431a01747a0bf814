/// How the annotations of a persistence unit become its mapping: naming rules, defaults, overrides
/// and refusals. Start at [UnitMapping], which reads an entity when it is first asked for.
package io.tiercel.jpa.mapping.reading;
