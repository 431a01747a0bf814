/// Code that is stored in the database: [JarLoaders] makes class loaders of jars, one for each
/// class path and version; [JarDescriptor] reads what a jar brings along; [Packing] makes a jar of
/// classes.
package io.tiercel.inside.jar;
