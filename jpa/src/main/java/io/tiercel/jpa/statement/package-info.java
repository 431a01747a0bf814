/// What a query is apart from its execution: its plan, its settings and arguments, the names it is
/// known by and the shape of its results. Start at [NamedQueries] and [QueryPlans]; carrying one
/// out is left to [io.tiercel.jpa.request].
package io.tiercel.jpa.statement;
