/// Writes the static metamodel classes of Jakarta Persistence 3.2, section 6.2.1, while the
/// application compiles. Start at [MetamodelProcessor]; [ManagedType] is what it finds out about a
/// class, [MetamodelSource] what it writes. Annotations are read by name, so that the processor
/// works with any version of the API and needs none itself.
package io.tiercel.processor;
