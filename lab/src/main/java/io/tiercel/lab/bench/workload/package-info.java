/// What is done, by whom and where: [Task], [Peer], [Endpoint], and the [Contestant] that a peer
/// provides. Nothing here measures.
package io.tiercel.lab.bench.workload;
