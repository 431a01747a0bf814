/// Brings instances into a persistence context: by id, by foreign key, and from the shared cache,
/// for many owners in one exchange. Start at [Loader]; [PendingLoads] collects what is wanted, the
/// readers turn rows into instances. Confined to one thread.
package io.tiercel.jpa.load;
