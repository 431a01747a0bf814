/// The persistence context: which instances are managed, in which state, and what a flush has to
/// write. Start at [PersistenceContext]; [Loader] brings instances in, [Flusher] works out what
/// leaves. Everything here is confined to the thread of its EntityManager.
package io.tiercel.jpa.context;
