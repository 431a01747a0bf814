/// Replication connections: slots, streams of changes with their feedback, and the decoder of
/// `pgoutput`. Start with [io.tiercel.wire.replication.ReplicationConnection]; what a logical
/// stream brings is a [io.tiercel.wire.replication.LogicalMessage].
package io.tiercel.wire.replication;
