/// The persistent fields and properties of a class (section 2.2), with their types resolved.
package io.tiercel.jpa.mapping.member;
