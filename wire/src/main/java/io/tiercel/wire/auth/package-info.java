/// Proving who we are: MD5 and SCRAM-SHA-256, the latter with and without channel binding. What
/// goes over the wire, and when, is decided by the start-up of a connection.
package io.tiercel.wire.auth;
