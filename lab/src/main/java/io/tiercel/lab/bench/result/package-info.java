/// What a comparison found and what it means: samples and series ([Outcome]), the project's
/// targets ([Target]), and how both are shown ([ResultTable]).
package io.tiercel.lab.bench.result;
