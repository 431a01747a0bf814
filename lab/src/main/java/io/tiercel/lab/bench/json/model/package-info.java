/// What the providers read and write in `tiercel bench json`.
package io.tiercel.lab.bench.json.model;
