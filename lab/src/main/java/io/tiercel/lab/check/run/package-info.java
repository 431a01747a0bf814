/// The check itself: [CacheCheck] runs rounds, in each of which readers, writers and a [Fault] work
/// at the same time, and after which nothing may be wrong.
package io.tiercel.lab.check.run;
