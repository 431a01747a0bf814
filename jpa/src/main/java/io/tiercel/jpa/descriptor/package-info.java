/// What reading and writing need of an entity type at run time, worked out once per unit from its
/// mapping: [EntityDescriptor], which [Descriptors] makes when the entity is first used. Nothing
/// here knows of a persistence context.
package io.tiercel.jpa.descriptor;
