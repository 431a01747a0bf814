/// LISTEN and NOTIFY: polled on a connection, or pushed from one of its own.
package io.tiercel.jdbc.notification;
