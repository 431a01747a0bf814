/// The annotation processor of [io.tiercel.inside.PgFunction]: reports methods that cannot be
/// functions when they are compiled, and writes a jar's deployment descriptor.
package io.tiercel.inside.processor;
