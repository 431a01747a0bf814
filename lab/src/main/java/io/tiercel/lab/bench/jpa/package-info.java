/// The tasks as one Jakarta Persistence program for every provider ([JpaContestant]) and the
/// settings that each provider's manual recommends ([ProviderSettings]).
package io.tiercel.lab.bench.jpa;
