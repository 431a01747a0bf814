/// Results of queries, kept until a row changes that is or was in them: by the rows' keys for what
/// was in, by predicates for what comes in. Results of one row, or of none, make an index by a
/// unique column. What may be stored, and when a hit may be served, is decided as for rows, by
/// [io.tiercel.cache.coherence]. Start with [Results]; why it is right is told by decision 0035.
package io.tiercel.cache.query;
