/// `tiercel doctor`: what is wrong with a database, with what it costs and what would mend it.
/// Start
/// at [DoctorCommand].
package io.tiercel.lab.doctor;
