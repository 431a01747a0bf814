package io.tiercel.inside.deploy;

import java.time.OffsetDateTime;

/// A jar in a database. Immutable.
///
/// @param owner the role
/// @param version the one that calls take
/// @param hash SHA-256 of its content, in hexadecimal
/// @param bytes of its content
/// @param versions how many are stored, of which [PgJava#rollback] can take an earlier one
/// @param installed when this version was
public record DeployedJar(
    String name,
    String owner,
    int version,
    String hash,
    long bytes,
    int versions,
    OffsetDateTime installed) {}
