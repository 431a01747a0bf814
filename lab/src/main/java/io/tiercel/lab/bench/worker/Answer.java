package io.tiercel.lab.bench.worker;

import org.jspecify.annotations.Nullable;

/// What came of a [Command]: a measurement, or the error that ended it, or neither if there was
/// nothing to measure.
record Answer(@Nullable Measurement measurement, @Nullable String error) {}
