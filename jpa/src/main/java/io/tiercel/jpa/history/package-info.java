/// What applications declare about the history of their tables.
package io.tiercel.jpa.history;
