/// Connections for pools that speak [javax.sql.PooledConnection].
package io.tiercel.jdbc.pool;
