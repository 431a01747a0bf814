/// From Java methods to the SQL that makes functions of them. [Routine] is what is known of a
/// method, whether it was read from a class ([ReflectedRoutines]) or by the compiler; [RoutineSql]
/// writes it.
package io.tiercel.inside.ddl;
