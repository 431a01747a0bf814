/// TCP proxies in user space that stand between a client and PostgreSQL: [DelayProxy] makes a
/// network of loopback, [CountingProxy] counts what a client says and how often it waits.
/// Start with [Relay], which both are built on. They know nothing of the benchmarks that use them.
package io.tiercel.lab.proxy;
