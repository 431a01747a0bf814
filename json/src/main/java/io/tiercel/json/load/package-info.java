/// Loads records into a table by COPY. Begin with [io.tiercel.json.load.DocumentLoader].
package io.tiercel.json.load;
