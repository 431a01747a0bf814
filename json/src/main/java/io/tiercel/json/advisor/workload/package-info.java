/// What a database is asked about its documents: statements, how often, and which paths they use
/// how. Begin with [io.tiercel.json.advisor.workload.Workload].
package io.tiercel.json.advisor.workload;
