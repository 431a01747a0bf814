/// What applications declare about the history of their tables, and what takes care of it.
package io.tiercel.jpa.history;
