/// JPQL resolved against the mapping and translated to SQL. Start at `QueryPlan`.
package io.tiercel.jpa.query;
