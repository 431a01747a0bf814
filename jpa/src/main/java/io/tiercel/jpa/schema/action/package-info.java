/// What becomes of a unit's schema when it is opened and when its application asks: tables are
/// made, compared, emptied and dropped, scripts written and run. Start at [SchemaActions].
package io.tiercel.jpa.schema.action;
