/// What pgjdbc's own interfaces ask of a connection, for tools that unwrap to them. Nothing here
/// needs pgjdbc to be there: its classes are found through the class that was asked for.
package io.tiercel.jdbc.pgjdbc;
