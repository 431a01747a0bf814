/// How modules beside the provider store attributes in formats of their own:
/// [io.tiercel.jpa.format.StoredAs] at the attribute names the format.
package io.tiercel.jpa.format;
