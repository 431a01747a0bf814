/// The driver: [io.tiercel.jdbc.TiercelDriver] opens connections for `jdbc:tiercel:` and
/// `jdbc:postgresql:` URLs.
package io.tiercel.jdbc;
