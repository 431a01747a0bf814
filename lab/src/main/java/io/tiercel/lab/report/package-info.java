/// Reports as one static HTML file: no script, no font, no image from elsewhere; charts are inline
/// SVG, colours follow the reader's light or dark scheme. Start at [Page].
///
/// Knows how things look, not what they mean: that is for the commands that report.
package io.tiercel.lab.report;
