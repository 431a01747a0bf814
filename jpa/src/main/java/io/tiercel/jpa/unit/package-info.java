/// An open persistence unit: what all its EntityManagers share is a [Unit], what the parts of one
/// EntityManager share is its [ManagerState], with the rules of who may call what and when.
package io.tiercel.jpa.unit;
