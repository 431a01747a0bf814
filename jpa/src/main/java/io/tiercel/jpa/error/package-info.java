/// The exceptions of this provider that an application may want to catch by name. All others are
/// those of the Jakarta Persistence API.
package io.tiercel.jpa.error;
