/// The Jakarta Persistence 3.2 provider as an application meets it: factory and EntityManager. Each
/// class keeps the specification's rules of who may call what and when, and hands the work down:
/// instances to `context`, queries to `request`, what both share to `unit`, connections to
/// `session`.
package io.tiercel.jpa;
