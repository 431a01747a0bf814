/// A PostgreSQL connection: prepared statements, pipelines, portals, COPY, notifications, cancel.
package io.tiercel.wire;
