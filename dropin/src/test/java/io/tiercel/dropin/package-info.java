/// What people run on a JDBC driver, from its published artifacts: the same test on pgjdbc and on
/// ours. Not null-marked: a null where none is expected fails the test by itself.
package io.tiercel.dropin;
