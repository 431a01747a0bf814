/// The persistence context: which instances are managed and in which state. Start at
/// [PersistenceContext]. What it knows is in [io.tiercel.jpa.identity]; [io.tiercel.jpa.load]
/// brings instances in, [io.tiercel.jpa.flush] works out what leaves. Everything here is confined
/// to the thread of its EntityManager.
package io.tiercel.jpa.context;
