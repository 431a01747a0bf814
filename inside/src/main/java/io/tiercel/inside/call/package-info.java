/// From the text of CREATE FUNCTION to a method, and one call of it.
package io.tiercel.inside.call;
