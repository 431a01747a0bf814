/// The PostgreSQL that is put under the check: of its own, so that it may be killed
/// ([CheckServer]), with a change stream that can be held up and a standby that is slow
/// ([SlowStandby]).
package io.tiercel.lab.check.server;
