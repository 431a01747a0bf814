/// Made-up library records for measurements and tests: begin with
/// [io.tiercel.json.sample.MarcGenerator].
package io.tiercel.json.sample;
