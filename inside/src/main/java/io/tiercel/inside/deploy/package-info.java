/// Brings Java methods into a database, from the application or build that has them. Start with
/// [PgJava].
package io.tiercel.inside.deploy;
