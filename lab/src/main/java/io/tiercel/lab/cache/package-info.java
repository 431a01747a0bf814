/// `tiercel cache`: looks at the shared cache of a running application, by JMX. Start with
/// [io.tiercel.lab.cache.CacheCommand].
package io.tiercel.lab.cache;
