/// Rows of a document while it is read, for the row expressions that need no more than an element's
/// place, its attributes and its own value. [StreamPlan] says which these are; [RowStream]
/// evaluates.
package io.tiercel.inside.xml.stream;
