package io.tiercel.lab.tour;

import java.nio.file.Path;

/// What the person asked for.
///
/// @param url the server, see [ServerAddress] and the embedded ones
/// @param report the HTML file to write
/// @param isFresh load anew, whatever there is
record TourOptions(String url, Path report, boolean isFresh) {}
