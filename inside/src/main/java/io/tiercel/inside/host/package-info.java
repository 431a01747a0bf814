/// The process beside the server: [Worker] is its main class; it accepts backends, gives each a
/// thread ([Session]), and ends the threads that nobody waits for any more ([Abandonment]).
package io.tiercel.inside.host;
