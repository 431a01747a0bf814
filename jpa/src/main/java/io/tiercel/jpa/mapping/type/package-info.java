/// The basic types (section 2.6) and how their values stand in columns.
package io.tiercel.jpa.mapping.type;
