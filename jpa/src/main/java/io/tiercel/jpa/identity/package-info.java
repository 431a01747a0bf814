/// What a persistence context knows of each instance: [EntityEntry], found by instance or by id in
/// the [IdentityMap]; a [LoadBatch] holds those that came together. Confined to one thread.
package io.tiercel.jpa.identity;
