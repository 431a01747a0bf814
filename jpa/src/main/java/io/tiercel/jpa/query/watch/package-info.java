/// What the result of a translated query depends on, told without a database: the tables of its
/// from clause, and what it asks of their rows as far as that is a comparison of a column with a
/// value. Start with [WatchPlan]. Whoever stores results makes dependencies of it; nothing here
/// knows of caches.
package io.tiercel.jpa.query.watch;
