/// What other modules may plug in below a connection URL. A [ServerLocator] turns a URL that names
/// a server which may still have to be started into the plain URL of one that runs.
package io.tiercel.wire.spi;
