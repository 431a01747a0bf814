/// Where annotations and naming rules come from: class files, or mapping files that say otherwise.
package io.tiercel.jpa.mapping.source;
