/// What is checked: the provider as an application uses it ([ProviderNode]), and the usual caches
/// beside a database that follow the same stream by simpler rules ([InvalidatedMap]) and must be
/// seen to fail.
package io.tiercel.lab.check.node;
