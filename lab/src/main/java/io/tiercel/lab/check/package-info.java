/// `tiercel check`: promises put to proof on a real server, with faults. The cache's is in
/// `history` (what was written and read, and what must hold of it), `node` (what is checked, and
/// protocols that must be seen to fail), `server` (an own PostgreSQL that may be killed) and `run`
/// (rounds, faults, the comparison with the tables).
package io.tiercel.lab.check;
