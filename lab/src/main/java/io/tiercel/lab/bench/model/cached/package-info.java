/// The entities of `bench cache`, over the tables of the others: the same orders, cached by every
/// provider as its manual says. Hibernate's annotations are here, EclipseLink's settings in its
/// mapping file; the rest is the specification's.
package io.tiercel.lab.bench.model.cached;
