/// The Jakarta Persistence 3.2 provider as an application meets it: factory, EntityManager, queries
/// and transactions. Each class keeps the specification's rules of who may call what and when, and
/// hands the work down: instances to `context`, query text to `query`, connections to `session`.
package io.tiercel.jpa;
