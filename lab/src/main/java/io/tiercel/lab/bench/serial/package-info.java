/// What the formats of object graphs cost. Start with [io.tiercel.lab.bench.serial.GraphFormats].
package io.tiercel.lab.bench.serial;
